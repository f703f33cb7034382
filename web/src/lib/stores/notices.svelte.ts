// Short news at the edge of the page: errors that concern no field, and things done.

export interface Notice {
  id: number;
  kind: 'error' | 'info';
  text: string;
  /** The offered action. */
  action?: { label: string; run: () => void };
}

/** How long a notice stays, and one that offers something. */
const INFO_MS = 4_000;
const ACTION_MS = 20_000;

class Notices {
  all = $state<Notice[]>([]);
  private next = 1;

  /** Shows a notice; gives its number. */
  add(kind: Notice['kind'], text: string, action?: Notice['action']): number {
    const same = action ? undefined : this.all.find((notice) => notice.text === text);
    if (same) return same.id;
    const id = this.next++;
    this.all.push({ id, kind, text, action });
    if (kind === 'info') setTimeout(() => this.dismiss(id), action ? ACTION_MS : INFO_MS);
    return id;
  }

  /** Runs the action of a notice. */
  act(notice: Notice): void {
    this.dismiss(notice.id);
    notice.action?.run();
  }

  dismiss(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }
}

export const notices = new Notices();
