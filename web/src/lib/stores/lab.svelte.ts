// The laboratory: experiments, what they found, and what runs.

import type { JobInfo, LabExperiment, LabFindings } from '../protocol.ts';
import { jobs } from './jobs.svelte.ts';
import { server } from './server.svelte.ts';

class Lab {
  experiments = $state.raw<LabExperiment[]>([]);
  private found = $state.raw<ReadonlyMap<string, LabFindings>>(new Map());

  /** What is committed with the program, where a quick run stands before it. */
  private full = $state.raw<ReadonlyMap<string, LabFindings>>(new Map());

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'job' && event.job.kind === 'lab' && event.job.state === 'done') void this.fetch(event.job.title);
    });
  }

  findings(name: string): LabFindings | null {
    return this.found.get(name) ?? null;
  }

  committed(name: string): LabFindings | null {
    return this.full.get(name) ?? null;
  }

  /** The newest run of an experiment. */
  job(name: string): JobInfo | null {
    const runs = [...jobs.all.values()].filter((job) => job.kind === 'lab' && job.title === name);
    return runs.sort((a, b) => b.job - a.job)[0] ?? null;
  }

  async list(): Promise<void> {
    const reply = await server.attempt({ type: 'lab_list' }, 'lab_list');
    if (reply) this.experiments = reply.experiments;
  }

  async fetch(name: string): Promise<void> {
    try {
      const { findings } = await server.ask({ type: 'lab_get', name, full: false }, 'lab');
      this.found = new Map(this.found).set(name, findings);
      if (!findings.quick || this.full.has(name)) return;
      const committed = await server.ask({ type: 'lab_get', name, full: true }, 'lab');
      this.full = new Map(this.full).set(name, committed.findings);
    } catch {
      // Not run yet: the page says so.
    }
  }

  run(name: string): void {
    void server.attempt({ type: 'lab_run', name }, 'job');
  }
}

export const lab = new Lab();
