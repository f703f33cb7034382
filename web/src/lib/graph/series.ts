// Which columns of a table make a plot: those of numbers against one that counts up.

export interface TableData {
  columns: readonly string[];
  rows: readonly (readonly (string | null)[])[];
}

export interface Series {
  name: string;
  values: (number | null)[];
}

export interface Plot {
  xName: string;
  x: number[];
  /** What can be shown, by name. */
  choices: string[];
}

/** Columns that a table is measured by. */
const MEASURED_BY = /^(PERCENTILE|depth|depth of P_B|remaining depth|move number|stated, %, from)$/;
/** A plot of fewer points tells no more than the table. */
const LEAST = 3;

/** `1,002`, `-0.5`, `12.5 %`. */
export function numberOf(cell: string | null): number | null {
  const text = cell?.replace(/,/g, '').replace(/ ?%$/, '') ?? '';
  return /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

const columnOf = ({ rows }: TableData, column: number): (number | null)[] => rows.map((row) => numberOf(row[column] ?? null));

export function plotOf(table: TableData): Plot | null {
  const at = table.columns.findIndex((name) => MEASURED_BY.test(name));
  if (at < 0) return null;
  const x = columnOf(table, at);
  const rises = x.every((value, row) => value !== null && (row === 0 || value > (x[row - 1] ?? Infinity)));
  if (!rises || x.length < LEAST) return null;
  const choices = table.columns.filter((name, column) => {
    const values = columnOf(table, column).filter((value) => value !== null);
    return column !== at && values.length >= LEAST && new Set(values).size > 1 && !/^paper |±$|^error$/.test(name);
  });
  return choices.length > 0 ? { xName: table.columns[at]!, x: x as number[], choices } : null;
}

/** A column, that of the paper beside it, and how far off the values may be. */
export function seriesOf(table: TableData, name: string): { lines: Series[]; spread: (number | null)[] | null } {
  const of = (wanted: string): Series[] => {
    const column = table.columns.indexOf(wanted);
    return column < 0 ? [] : [{ name: wanted, values: columnOf(table, column) }];
  };
  return { lines: [...of(name), ...of(`paper ${name}`)], spread: of(`${name} ±`)[0]?.values ?? null };
}
