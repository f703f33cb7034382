// The shape of the window. The styles read it as `data-layout` of the root element, so that it is decided in one place.

/** `wide`: rail, board and panel. `narrow`: one below the other. `landscape`: a low window, as of a phone on its side. */
export type LayoutName = 'wide' | 'narrow' | 'landscape';

const LANDSCAPE = '(min-width: 560px) and (max-width: 899px) and (min-aspect-ratio: 5/4), (min-width: 900px) and (max-height: 500px)';
const WIDE = '(min-width: 900px)';

class Media {
  private queries = [matchMedia(LANDSCAPE), matchMedia(WIDE)] as const;
  layout = $state<LayoutName>(this.now());
  wide = $derived(this.layout === 'wide');

  constructor() {
    const update = () => {
      this.layout = this.now();
      document.documentElement.dataset.layout = this.layout;
    };
    update();
    for (const query of this.queries) query.addEventListener('change', update);
  }

  private now(): LayoutName {
    const [landscape, wide] = this.queries;
    return landscape.matches ? 'landscape' : wide.matches ? 'wide' : 'narrow';
  }
}

export const media = new Media();
