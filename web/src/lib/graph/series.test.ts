import { describe, expect, it } from 'vitest';
import { numberOf, plotOf, seriesOf } from './series.ts';

const table = {
  columns: ['PERCENTILE', 'wins', 'rate', 'rate ±', 'paper rate', 'note'],
  rows: [['0.1', '50', '0.505', '0.098', '0.455', 'a'], ['0.3', '48', '0.485', '0.098', '0.455', 'b'], ['0.5', '50', '0.505', '0.098', '0.443', null]],
};

describe('plots of tables', () => {
  it('stand against what the table is measured by', () => {
    expect(plotOf(table)).toEqual({ xName: 'PERCENTILE', x: [0.1, 0.3, 0.5], choices: ['wins', 'rate'] });
    expect(seriesOf(table, 'rate').lines.map(({ name }) => name)).toEqual(['rate', 'paper rate']);
    expect(seriesOf(table, 'rate').spread).toEqual([0.098, 0.098, 0.098]);
  });

  it('are not made of names, of two rows, or of depths that repeat', () => {
    expect(plotOf({ ...table, columns: ['form', ...table.columns.slice(1)] })).toBeNull();
    expect(plotOf({ ...table, rows: table.rows.slice(1) })).toBeNull();
    expect(plotOf({ columns: ['depth', 'nodes'], rows: [['1', '2'], ['1', '3'], ['2', '4']] })).toBeNull();
  });

  it('read numbers as tables write them', () => {
    expect(['1,002', '-0.5', '12.5 %', 'x', null].map(numberOf)).toEqual([1002, -0.5, 12.5, null, null]);
  });
});
