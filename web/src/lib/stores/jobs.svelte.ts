// Long work: what runs, how far it is.

import type { Budget, ImportSource, JobInfo } from '../protocol.ts';
import { live } from './live.svelte.ts';
import { server } from './server.svelte.ts';

export const isActive = (job: JobInfo): boolean =>
  job.state === 'queued' || job.state === 'running' || job.state === 'paused';

class Jobs {
  all = $state.raw<ReadonlyMap<number, JobInfo>>(new Map());
  active = $derived([...this.all.values()].filter(isActive));

  constructor() {
    server.onWelcome((welcome) => (this.all = new Map(welcome.jobs.map((job) => [job.job, job]))));
    server.onEvent((event) => {
      if (event.type === 'job') this.put(event.job);
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

  // Events say how a job stands, in order. Replies say how it stood when it was asked for: it may have ended since.

  async analyse(document: number, node: number | null, budget: Budget | null): Promise<void> {
    live.rest();
    await server.attempt({ type: 'job_analyse', document, node, budget }, 'job');
  }

  async import(source: ImportSource): Promise<void> {
    await server.ask({ type: 'library_import', source }, 'job');
  }

  async cancel(job: number): Promise<void> {
    await server.attempt({ type: 'job_cancel', job }, 'job');
  }

  async resume(job: number): Promise<void> {
    await server.attempt({ type: 'job_resume', job }, 'job');
  }

  private put(job: JobInfo): void {
    this.all = new Map(this.all).set(job.job, job);
  }
}

export const jobs = new Jobs();
