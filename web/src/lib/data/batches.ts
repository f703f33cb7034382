// Many files, in as many parts as the server takes one after the other.

/** Files and bytes of a part: half of the server's limit for waiting uploads. */
const MOST_FILES = 500;
const MOST_BYTES = 30_000_000;

/** The files in their order, in parts that are small enough; a large file is a separate part. */
export function batches<T extends { size: number }>(files: readonly T[]): T[][] {
  const parts: T[][] = [];
  let bytes = 0;
  for (const file of files) {
    const part = parts.at(-1);
    if (part && part.length < MOST_FILES && bytes + file.size <= MOST_BYTES) {
      part.push(file);
      bytes += file.size;
    } else {
      parts.push([file]);
      bytes = file.size;
    }
  }
  return parts;
}
