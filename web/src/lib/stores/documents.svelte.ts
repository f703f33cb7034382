// The documents of this tab, which one is shown, and where in it.

import type { DocumentInfo, DocumentState, Event, GameKind, Request, Source, TreeNode } from '../protocol.ts';
import { applyChange, fromState, lineThrough, sibling, type Doc } from '../tree/document.ts';
import { formatAddress, router } from './router.svelte.ts';
import { report, server } from './server.svelte.ts';

class Documents {
  all = $state.raw<ReadonlyMap<number, Doc>>(new Map());
  /** The document that cannot be found, if it was asked for. */
  missing = $state<number | null>(null);
  opening = $state(false);

  current = $derived<Doc | null>(
    router.route.room === 'analyse' && router.route.id !== null ? (this.all.get(router.route.id) ?? null) : null,
  );
  node = $derived<TreeNode | null>(
    this.current ? (this.current.nodes.get(router.route.node ?? 0) ?? this.current.nodes.get(0) ?? null) : null,
  );
  /** The line through the current node. It keeps its identity while the cursor moves along it. */
  private lastLine: TreeNode[] = [];
  line = $derived.by<TreeNode[]>(() => {
    if (!this.current || !this.node) return [];
    if (this.lastLine[this.node.ply] === this.node && this.lastDoc === this.current) return this.lastLine;
    this.lastDoc = this.current;
    this.lastLine = lineThrough(this.current, this.node.id);
    return this.lastLine;
  });
  private lastDoc: Doc | null = null;

  constructor() {
    server.setKnown(() =>
      [...this.all.values()].map(({ state }) => ({ document: state.info.id, revision: state.info.revision })),
    );
    server.onEvent((event) => this.event(event));
  }

  /** Opens something and goes there. */
  async open(source: Source, gameIndex?: number): Promise<DocumentState> {
    this.opening = true;
    try {
      const request: Request = { type: 'document_open', source, game_index: gameIndex ?? null };
      const { document } = await server.ask(request, 'document');
      this.put(document);
      return document;
    } finally {
      this.opening = false;
    }
  }

  /** The start position of a record in any format that is read; fails for invalid text. */
  async startOf(text: string): Promise<string> {
    const source: Source = { type: 'text', text, name: null };
    const { document } = await server.ask({ type: 'document_open', source, game_index: null }, 'document');
    await this.close(document.info.id);
    return document.start_sfen;
  }

  /** Documents of this server, the latest first, without a number of known ones; of one game only, if given. */
  async list(offset: number, kind: GameKind | null = null): Promise<DocumentInfo[]> {
    return (await server.attempt({ type: 'document_list', offset, kind }, 'documents'))?.documents ?? [];
  }

  async show(source: Source, replace = false): Promise<void> {
    const document = await this.open(source);
    const address = formatAddress({ room: 'analyse', id: document.info.id, node: null });
    if (replace) router.replace(address);
    else router.go(address);
  }

  /** Gets a document that the address names. */
  async fetch(id: number): Promise<void> {
    try {
      await this.load(id);
      this.missing = null;
    } catch (error) {
      this.missing = id;
      report(error);
    }
  }

  /** Gets a document, which the session then keeps; fails if there is none. */
  async load(id: number): Promise<void> {
    this.put((await server.ask({ type: 'document_get', document: id }, 'document')).document);
  }

  put(document: DocumentState): void {
    this.all = new Map(this.all).set(document.info.id, fromState(document));
  }

  async close(id: number): Promise<void> {
    await server.attempt({ type: 'document_close', document: id }, 'ok');
    const rest = new Map(this.all);
    rest.delete(id);
    this.all = rest;
  }

  goTo(node: number): void {
    if (this.current) router.step(this.current.state.info.id, node);
  }

  /** Steps a number of moves along the line; clamped at its ends. */
  step(count: number): void {
    if (!this.node) return;
    const last = this.line.length - 1;
    const index = Math.min(last, Math.max(0, this.line.indexOf(this.node) + count));
    this.goTo(this.line[index]!.id);
  }

  variation(step: number): void {
    if (this.current && this.node) this.goTo(sibling(this.current, this.node, step));
  }

  /** Plays a move at the current node: an existing one is gone to, a new one is added. */
  async play(usi: string): Promise<void> {
    const [doc, node] = [this.current, this.node];
    if (!doc || !node) return;
    const known = node.children.find((id) => doc.nodes.get(id)?.usi === usi);
    if (known !== undefined) return this.goTo(known);
    await this.edit({ type: 'node_add', document: doc.state.info.id, parent: node.id, usi });
  }

  /** Adds a line below a node and goes to its end. */
  async addLine(node: TreeNode, moves: string[]): Promise<void> {
    const document = this.current?.state.info.id;
    if (document === undefined) return;
    let parent = node.id;
    for (const usi of moves) {
      const reply = await server.attempt({ type: 'node_add', document, parent, usi }, 'edited');
      if (!reply) return;
      parent = reply.node;
    }
    this.goTo(parent);
  }

  async edit(request: Request): Promise<void> {
    const { id, node } = router.route;
    const reply = await server.attempt(request, 'edited');
    // If the user has moved elsewhere meanwhile, the page stays there.
    const stayed = router.route.id === id && router.route.node === node;
    if (reply && stayed && this.current?.state.info.id === reply.document) this.goTo(reply.node);
  }

  async comment(node: number, comment: string): Promise<void> {
    const document = this.current?.state.info.id;
    if (document !== undefined) await server.attempt({ type: 'comment_set', document, node, comment }, 'edited');
  }

  private event(event: Event): void {
    if (event.type === 'document') this.put(event.document);
    if (event.type === 'document_changed') {
      const doc = this.all.get(event.change.info.id);
      if (!doc || event.change.info.revision <= doc.state.info.revision) return;
      const next = applyChange(doc, event.change);
      if (next) this.all = new Map(this.all).set(event.change.info.id, next);
      else void this.fetch(event.change.info.id);
    }
    if (event.type === 'document_removed') {
      const rest = new Map(this.all);
      rest.delete(event.document);
      this.all = rest;
    }
    if (event.type === 'missed') for (const id of this.all.keys()) void this.fetch(id);
  }
}

export const documents = new Documents();
