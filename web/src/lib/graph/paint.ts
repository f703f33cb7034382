// Draws the course of a game on uPlot's canvas: area, line, mistakes, phases, cursor.

import type uPlot from 'uplot';
import { PHASES } from '../data/phases.ts';
import type { GamePhase, GamePhases } from '../protocol.ts';
import type { Course } from './course.ts';

export interface Picture {
  course: Course;
  /** The variation on the board, from where it leaves the game. */
  side: Course | null;
  /** Absent before an analysis. */
  phases: GamePhases | null;
  ply: number;
  words: Record<GamePhase, string>;
}

interface Palette {
  ink: string;
  soft: string;
  line: string;
  vermilion: string;
  indigo: string;
  paper: string;
}

function palette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: of('ink'), soft: of('soft'), line: of('line'), vermilion: of('vermilion'), indigo: of('indigo'), paper: of('paper'),
  };
}

type Point = { x: number; y: number };

/** Runs of neighbouring known values, as points on the canvas. */
function runs(u: uPlot, course: Course): Point[][] {
  const out: Point[][] = [];
  let run: Point[] = [];
  course.values.forEach((value, i) => {
    if (value === null) {
      if (run.length > 0) out.push(run);
      run = [];
    } else {
      run.push({ x: u.valToPos(course.plies[i]!, 'x', true), y: u.valToPos(value, 'y', true) });
    }
  });
  if (run.length > 0) out.push(run);
  return out;
}

function trace(points: Point[], path: Path2D): void {
  points.forEach(({ x, y }, i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
}

function grid(u: uPlot, ctx: CanvasRenderingContext2D, colours: Palette, middle: number): void {
  const { left, width, top, height } = u.bbox;
  ctx.strokeStyle = colours.line;
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeRect(left, top, width, height);
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(left, middle);
  ctx.lineTo(left + width, middle);
  ctx.stroke();
  ctx.setLineDash([]);
}

function phaseTicks(u: uPlot, ctx: CanvasRenderingContext2D, colours: Palette, { phases, words }: Picture): void {
  if (!phases) return;
  const { left, width, top, height } = u.bbox;
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.fillStyle = colours.soft;
  ctx.strokeStyle = colours.soft;
  const starts = { opening: 0, ...phases };
  let free = left;
  for (const phase of PHASES) {
    const ply = starts[phase];
    if (ply === null) continue;
    const x = u.valToPos(ply, 'x', true);
    const word = words[phase];
    ctx.beginPath();
    ctx.moveTo(x, top + height - 6 * devicePixelRatio);
    ctx.lineTo(x, top + height);
    ctx.stroke();
    const wide = ctx.measureText(word).width;
    if (x + 4 < free || x + wide + 8 > left + width) continue;
    ctx.fillText(word, x + 4 * devicePixelRatio, top + height - 5 * devicePixelRatio);
    free = x + wide + 10 * devicePixelRatio;
  }
}

/** A dashed line through the values that are known of a variation. */
function variation(u: uPlot, ctx: CanvasRenderingContext2D, colours: Palette, side: Course): void {
  ctx.strokeStyle = colours.indigo;
  ctx.lineWidth = 1.6 * devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const run of runs(u, side)) {
    const line = new Path2D();
    trace(run, line);
    ctx.stroke(line);
  }
  ctx.setLineDash([]);
}

function marks(u: uPlot, ctx: CanvasRenderingContext2D, colours: Palette, course: Course): void {
  for (const { ply, loss, mate } of course.marks) {
    const value = course.values[course.plies.indexOf(ply)];
    if (value === null || value === undefined) continue;
    const x = u.valToPos(ply, 'x', true);
    const y = u.valToPos(value, 'y', true);
    const r = (2.5 + Math.min(1, loss) * 5) * devicePixelRatio;
    ctx.beginPath();
    if (mate) {
      const d = Math.max(r, 4.5 * devicePixelRatio) * 1.25;
      ctx.moveTo(x, y - d);
      ctx.lineTo(x + d, y);
      ctx.lineTo(x, y + d);
      ctx.lineTo(x - d, y);
      ctx.closePath();
    } else {
      ctx.arc(x, y, r, 0, Math.PI * 2);
    }
    ctx.fillStyle = colours.vermilion;
    ctx.fill();
    ctx.lineWidth = devicePixelRatio;
    ctx.strokeStyle = colours.paper;
    ctx.stroke();
  }
}

/** The whole picture; called by uPlot after it has cleared the canvas. */
export function draw(u: uPlot, picture: Picture): void {
  const { ctx } = u;
  const colours = palette();
  const { min = 0, max = 100 } = u.scales.y ?? {};
  const middle = u.valToPos(((min ?? 0) + (max ?? 100)) / 2, 'y', true);
  ctx.save();
  grid(u, ctx, colours, middle);
  for (const run of runs(u, picture.course)) {
    const area = new Path2D();
    trace(run, area);
    area.lineTo(run.at(-1)!.x, middle);
    area.lineTo(run[0]!.x, middle);
    area.closePath();
    ctx.globalAlpha = 0.08;
    ctx.fillStyle = colours.ink;
    ctx.fill(area);
    ctx.globalAlpha = 1;
    const line = new Path2D();
    trace(run, line);
    ctx.strokeStyle = colours.ink;
    ctx.lineWidth = 1.6 * devicePixelRatio;
    ctx.lineJoin = 'round';
    ctx.stroke(line);
  }
  if (picture.side) variation(u, ctx, colours, picture.side);
  phaseTicks(u, ctx, colours, picture);
  const x = u.valToPos(picture.ply, 'x', true);
  ctx.strokeStyle = colours.indigo;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, u.bbox.top);
  ctx.lineTo(x, u.bbox.top + u.bbox.height);
  ctx.stroke();
  marks(u, ctx, colours, picture.course);
  if (picture.side) marks(u, ctx, colours, picture.side);
  ctx.restore();
}
