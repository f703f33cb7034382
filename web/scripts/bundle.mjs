// Puts the build into crates/app/bundle, with .gz files beside, and holds it to its size.
// With --check it only measures what is there.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'fflate';

const LARGEST_GZIP_BYTES = 200_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const bundle = join(root, '../crates/app/bundle');
const check = process.argv.includes('--check');

async function files(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name)).sort();
}

/** gzip without a time, by plain JavaScript: every machine and version of Node writes the same bytes. */
const gzip = (bytes) => gzipSync(bytes, { level: 9, mtime: 0 });

const source = check ? bundle : dist;
let total = 0;
if (!check) await rm(bundle, { recursive: true, force: true });
for (const file of (await files(source)).filter((f) => !f.endsWith('.gz'))) {
  const bytes = await readFile(file);
  const packs = /\.(html|js|css|svg)$/.test(file);
  const packed = packs ? gzip(bytes) : null;
  if (/\.(js|css)$/.test(file)) total += packed.length;
  if (check) continue;
  const target = join(bundle, relative(dist, file));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, bytes);
  if (packed) await writeFile(`${target}.gz`, packed);
}
if (!check) {
  const licence = await readFile(join(root, 'src/assets/noto-serif-jp-OFL.txt'));
  await writeFile(join(bundle, 'assets/noto-serif-jp-OFL.txt'), licence);
}
console.log(`script and style: ${total} bytes gzip (at most ${LARGEST_GZIP_BYTES})`);
if (total > LARGEST_GZIP_BYTES) process.exit(1);
