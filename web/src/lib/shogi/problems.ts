// Samples of the room of mate problems. Shogi Zuko (1755) is in the public domain.

export const PROBLEMS = [
  '9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1',
  '9/6nS1/4s4/4r1P1g/5Sk1B/5+pbR1/4Nsp2/9/4N4 b 3Gn4l15p 1',
  '6kp1/8n/5R1L1/4+b2sB/6N2/9/6L2/9/9 b r4g3s2n2l17p 1',
  '4k4/9/4P4/9/9/9/9/9/9 b 2Sr2b4g2s4n4l17p 1',
] as const;
