// Addresses of games on servers: which server it is, and where it gives the record. Nothing is fetched from here.

export interface RecordPlace {
  /** The server as people call it; the host of an address that is not known. */
  site: string;
  /** The address of the record as a file; null where the server gives none without a login, or is not known. */
  link: string | null;
}

type Rule = (address: URL) => RecordPlace | null;

/** The part of a path that a pattern takes. */
const part = (address: URL, pattern: RegExp): string | null => pattern.exec(address.pathname)?.[1] ?? null;
const host = (address: URL, name: string): boolean => address.hostname === name || address.hostname.endsWith(`.${name}`);

/** A game has 8 characters, 12 in the address of a player; a chapter of a study follows the study. */
const lishogi: Rule = (address) => {
  if (!host(address, 'lishogi.org')) return null;
  const chapter = part(address, /^\/study\/(\w{8}\/\w{8})/);
  if (chapter) return { site: 'lishogi', link: `${address.origin}/study/${chapter}.kif` };
  const game = part(address, /^\/(?:game\/export\/)?(\w{8})(?:\w{4})?(?:\/(?:sente|gote))?\/?$/);
  return { site: 'lishogi', link: game && `${address.origin}/game/export/${game}` };
};

const ogs: Rule = (address) => {
  if (!host(address, 'online-go.com')) return null;
  const game = part(address, /^\/game\/(?:view\/)?(\d+)/);
  return { site: 'OGS', link: game && `${address.origin}/api/v1/games/${game}/sgf` };
};

/** The page of a game shows the record of the same name in the folder `x`. */
const floodgate: Rule = (address) => {
  if (!host(address, 'wdoor.c.u-tokyo.ac.jp')) return null;
  const shown = address.searchParams.get('csa');
  if (shown && URL.canParse(shown) && host(new URL(shown), 'wdoor.c.u-tokyo.ac.jp')) return { site: 'floodgate', link: shown };
  const game = part(address, /^\/shogi\/\w+\/+(\d{4}\/\d\d\/\d\d\/[^/]+\.csa)$/);
  return { site: 'floodgate', link: game && `${address.origin}/shogi/x/${game}` };
};

const dojo: Rule = (address) => {
  if (!host(address, '81dojo.com')) return null;
  const game = part(address, /\/kifus\/(\d+)/) ?? /^\d+$/.exec(address.searchParams.get('kid') ?? '')?.[0];
  return { site: '81Dojo', link: game ? `https://system.81dojo.com/kifus/${game}/download_kif.kif` : null };
};

/** The game's page copies the record, for members only. */
const wars: Rule = (address) => (host(address, 'heroz.jp') ? { site: 'Shogi Wars', link: null } : null);

const RULES: readonly Rule[] = [lishogi, ogs, floodgate, dojo, wars];

/** Where the record of a game is, by its address. */
export function recordPlace(text: string): RecordPlace {
  const address = new URL(text);
  for (const rule of RULES) {
    const place = rule(address);
    if (place) return place;
  }
  return { site: address.hostname, link: null };
}
