// The size of the window.

class Media {
  private query = matchMedia('(min-width: 900px)');
  wide = $state(this.query.matches);

  constructor() {
    this.query.addEventListener('change', () => (this.wide = this.query.matches));
  }
}

export const media = new Media();
