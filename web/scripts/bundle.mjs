// Puts the build into crates/front/app/bundle, with .gz files beside, and holds it to its sizes.
// With --check it only measures what is there.

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'fflate';

/** Script and style of all rooms, gzip; without the lessons, which are loaded one by one when they are opened. */
const LARGEST_BYTES = 370_000;
/** Script of all lessons of the laboratory, gzip: their words in two languages are half of it. */
const LARGEST_LESSONS_BYTES = 44_000;
const LESSONS = /^(AlphaBeta|Pruning|GoalPlans|FalseEyes|ProbCut)-/;
/** Script that the first room needs before it shows a game, gzip. */
const LARGEST_FIRST_BYTES = 90_000;
const FIRST_ROOM = 'Analyse';
const WORKER = 'sw.js';
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const bundle = join(root, '../crates/front/app/bundle');
const check = process.argv.includes('--check');

async function files(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name)).sort();
}

/** gzip without a time, by plain JavaScript: every machine and version of Node writes the same bytes. */
const gzip = (bytes) => gzipSync(bytes, { level: 9, mtime: 0 });

/** Writes a file if it is another one: what is the same keeps its time, so that cargo compiles nothing again. */
async function put(path, bytes) {
  const there = await readFile(path).catch(() => null);
  if (there?.equals(bytes)) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

const STATIC = /(?:from|import)\s*"\.\/([^"]+\.js)"/g;
const ANY = /(?:from|import)\s*\(?\s*"\.\/([^"]+\.js)"/g;

/** These scripts and all that they import. */
function withImports(names, imports = STATIC) {
  const needed = new Set(names);
  for (const name of needed) {
    for (const [, imported] of scripts.get(name).text.matchAll(imports)) if (imports === STATIC || !LESSONS.test(imported)) needed.add(imported);
  }
  return needed;
}

const sizeOf = (names) => [...names].reduce((sum, name) => sum + scripts.get(name).size, 0);

/** Tells the service worker what it keeps: the names of the page's files, and a hash of them and of the page itself. */
function serviceWorker(text) {
  const hash = createHash('sha256');
  const names = [];
  for (const [path, bytes] of wanted) {
    const name = `/${relative(bundle, path).replaceAll('\\', '/')}`;
    if (!/^\/(index\.html|assets\/.+\.(js|css|svg|woff2))$/.test(name)) continue;
    hash.update(`${name}\0`).update(bytes);
    if (name.startsWith('/assets/')) names.push(name);
  }
  return Buffer.from(text.replace('__BUILD__', hash.digest('hex').slice(0, 16)).replace('__FILES__', names.join(' ')));
}

const source = check ? bundle : dist;
const wanted = new Map();
const scripts = new Map();
let total = 0;
for (const file of (await files(source)).filter((f) => !f.endsWith('.gz'))) {
  const bytes = await readFile(file);
  const packed = /\.(html|js|css|svg)$/.test(file) ? gzip(bytes) : null;
  if (/\.(js|css)$/.test(file)) total += packed.length;
  if (file.endsWith('.js')) scripts.set(basename(file), { text: bytes.toString(), size: packed.length });
  const target = join(bundle, relative(source, file));
  wanted.set(target, bytes);
  if (packed) wanted.set(`${target}.gz`, packed);
}
if (!check) {
  const path = join(bundle, WORKER);
  const worker = serviceWorker(wanted.get(path).toString());
  wanted.set(path, worker).set(`${path}.gz`, gzip(worker));
  const licence = await readFile(join(root, 'src/assets/noto-serif-jp-OFL.txt'));
  wanted.set(join(bundle, 'assets/noto-serif-jp-OFL.txt'), licence);
  await mkdir(bundle, { recursive: true });
  for (const old of (await files(bundle)).filter((f) => !wanted.has(f))) await rm(old);
  for (const [path, bytes] of wanted) await put(path, bytes);
}
const index = await readFile(join(source, 'index.html'), 'utf8');
const room = [...scripts.keys()].find((name) => name.startsWith(`${FIRST_ROOM}-`));
const main = /src="\/assets\/([^"]+\.js)"/.exec(index)[1];
const first = sizeOf(withImports([main, room]));
const inRooms = withImports([main, WORKER], ANY);
const lessons = sizeOf([...scripts.keys()].filter((name) => !inRooms.has(name)));
const rooms = total - lessons;
console.log(`script and style: ${rooms} bytes gzip (at most ${LARGEST_BYTES})`);
console.log(`script of the lessons: ${lessons} bytes gzip (at most ${LARGEST_LESSONS_BYTES})`);
console.log(`script of the first room: ${first} bytes gzip (at most ${LARGEST_FIRST_BYTES})`);
if (rooms > LARGEST_BYTES || lessons > LARGEST_LESSONS_BYTES || first > LARGEST_FIRST_BYTES) process.exit(1);
