// Faults of a page: of accessibility, and of layout.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** Rules that no success criterion demands, but readers of the page do. */
const MORE_RULES = Object.fromEntries(['heading-order', 'page-has-heading-one', 'empty-table-header', 'label-content-name-mismatch'].map((rule) => [rule, { enabled: true }]));

/** Faults against WCAG 2.1 A and AA, as text. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const result = await page.evaluate(
    (rules) =>
      (globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
        rules,
      }),
    MORE_RULES,
  );
  return result.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary.slice(0, 200)}`));
}

/** By how many pixels the page scrolls sideways. */
export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Buttons and fields that lie, in part, outside the window to the left or right. */
export const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a, input:not(.unseen), select, textarea')]
      .filter((element) => !element.closest('.unseen, .skip') && !element.matches('.skip'))
      .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML.slice(0, 120) }))
      .filter(({ box }) => box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5))
      .map(({ text }) => text),
  );

/** Fields that stick out of their labels. */
export const stuckOut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('label > input:not([type=checkbox], [type=radio]), label > select')]
      .filter((field) => field.getBoundingClientRect().right > field.parentElement!.getBoundingClientRect().right + 0.5)
      .map((field) => field.outerHTML.slice(0, 120)),
  );
