// Short news at the edge of the page: errors that concern no field, and things done.

export interface Notice {
  id: number;
  kind: 'error' | 'info';
  text: string;
}

class Notices {
  all = $state<Notice[]>([]);
  private next = 1;

  add(kind: Notice['kind'], text: string): void {
    if (this.all.some((notice) => notice.text === text)) return;
    const id = this.next++;
    this.all.push({ id, kind, text });
    if (kind === 'info') setTimeout(() => this.dismiss(id), 4_000);
  }

  dismiss(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }
}

export const notices = new Notices();
