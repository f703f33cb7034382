// Words of the chip of jobs, which every room shows.

export const jobsEn = {
  chip: (n: number, share: string) => `${n === 1 ? '1 job' : `${n} jobs`}${share === '' ? '' : `, ${share} done`}`,
  short: (n: number) => (n === 1 ? '1 job' : `${n} jobs`),
};

export const jobsJa: typeof jobsEn = {
  chip: (n, share) => `処理${n}件${share === '' ? '' : `・${share}完了`}`,
  short: (n) => `処理${n}件`,
};

export const jobsWords = { en: jobsEn, ja: jobsJa };
