// Long work: running jobs and their progress.

import { batches } from '../data/batches.ts';
import { uploadFile } from '../net/client.ts';
import type { Budget, ImportReport, ImportSource, JobInfo } from '../protocol.ts';
import { live } from './live.svelte.ts';
import { server } from './server.svelte.ts';

export const isActive = (job: JobInfo): boolean =>
  job.state === 'queued' || job.state === 'running' || job.state === 'paused' || job.state === 'held';

class Jobs {
  all = $state.raw<ReadonlyMap<number, JobInfo>>(new Map());
  active = $derived([...this.all.values()].filter(isActive));
  /** What became of the files of the last import, all its parts together. */
  imported = $state.raw<ImportReport | null>(null);
  private waiting = new Map<number, (job: JobInfo) => void>();

  constructor() {
    server.onWelcome((welcome) => {
      this.all = new Map(welcome.jobs.map((job) => [job.job, job]));
      welcome.jobs.forEach((job) => this.settle(job));
    });
    server.onEvent((event) => {
      if (event.type === 'job') this.put(event.job);
      // Loaded when they are first needed: most libraries have no watched folder.
      if (event.type === 'folders') void import('./folders.svelte.ts').then(({ folders }) => folders.heard(event.folders, event.found), () => null);
    });
  }

  /** The newest job that analyses a document. */
  ofDocument(document: number): JobInfo | null {
    const found = [...this.all.values()].filter((job) => job.document === document && job.kind === 'analysis');
    return found.sort((a, b) => b.job - a.job)[0] ?? null;
  }

  /** The newest import. */
  get lastImport(): JobInfo | null {
    const found = [...this.all.values()].filter((job) => job.kind === 'import');
    return found.sort((a, b) => b.job - a.job)[0] ?? null;
  }

  // Events report the state of a job, in order. Replies have the state at the
  // request: the job may have ended since.

  async analyse(document: number, node: number | null, budget: Budget | null): Promise<void> {
    live.rest();
    await server.attempt({ type: 'job_analyse', document, node, budget }, 'job');
  }

  async import(source: ImportSource): Promise<void> {
    this.imported = null;
    await server.ask({ type: 'library_import', source }, 'job');
  }

  /** Imports any number of files, one part after the other; `left` is called with the number not sent yet. */
  async importFiles(files: File[], left: (count: number) => void): Promise<void> {
    this.imported = null;
    let sum: ImportReport = { added: 0, duplicates: 0, failed: 0, failures: [] };
    let waiting = files.length;
    for (const part of batches(files)) {
      const uploads: string[] = [];
      for (const file of part) {
        left(waiting--);
        uploads.push(await uploadFile(file));
      }
      left(waiting);
      const { job } = await server.ask({ type: 'library_import', source: { type: 'uploads', uploads } }, 'job');
      const ended = await this.end(job);
      const { added, duplicates, failed, failures } = ended.import ?? sum;
      sum = { added: sum.added + added, duplicates: sum.duplicates + duplicates, failed: sum.failed + failed, failures: [...sum.failures, ...failures] };
      this.imported = sum;
      if (ended.state !== 'done') return;
    }
  }

  /** The job when it has ended. */
  private end(job: JobInfo): Promise<JobInfo> {
    const known = this.all.get(job.job);
    if (known && !isActive(known)) return Promise.resolve(known);
    return new Promise((resolve) => this.waiting.set(job.job, resolve));
  }

  async cancel(job: number): Promise<void> {
    await server.attempt({ type: 'job_cancel', job }, 'job');
  }

  async pause(job: number): Promise<void> {
    await server.attempt({ type: 'job_pause', job }, 'job');
  }

  /** Moves a waiting job before or behind the next one of its kind. */
  async move(job: number, up: boolean): Promise<void> {
    await server.attempt({ type: 'job_move', job, up }, 'job');
  }

  async resume(job: number): Promise<void> {
    await server.attempt({ type: 'job_resume', job }, 'job');
  }

  private put(job: JobInfo): void {
    this.all = new Map(this.all).set(job.job, job);
    this.settle(job);
  }

  private settle(job: JobInfo): void {
    if (isActive(job)) return;
    this.waiting.get(job.job)?.(job);
    this.waiting.delete(job.job);
  }
}

export const jobs = new Jobs();
