// Tables as text for other programs.

export interface Table {
  columns: string[];
  rows: (string | null)[][];
}

/** A field of CSV [RFC 4180]: in quotes where it must be. */
const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** As a file: commas, a line each, CRLF. */
export const toCsv = ({ columns, rows }: Table): string =>
  [columns, ...rows].map((row) => `${row.map((cell) => field(cell ?? '')).join(',')}\r\n`).join('');

/** As spreadsheets paste it: tabs between cells. */
export const toTabs = ({ columns, rows }: Table): string =>
  [columns, ...rows].map((row) => row.map((cell) => (cell ?? '').replace(/\s+/g, ' ')).join('\t')).join('\n');
