// Days as the page writes them, everywhere alike: 2014-09-02.

const two = (n: number): string => String(n).padStart(2, '0');

/** The day of a time in milliseconds or of a record's text, which may have an hour; another text is unchanged. */
export function dateText(when: number | string): string {
  if (typeof when === 'number') {
    const date = new Date(when);
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  }
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})/.exec(when.trim());
  return found ? `${found[1]}-${two(Number(found[2]))}-${two(Number(found[3]))}` : when;
}
