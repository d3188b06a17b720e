/** Limits of the figures, for the bench and its work. */
const bars: Record<string, readonly (readonly [work: RegExp, bar: string])[]> = {
  start: [
    [/^cold start/, '10 s'],
    [/^warm start/, '3 s'],
    [/^memory/, '150 MB'],
  ],
  import: [
    [/^all new: run/, '0.85'],
    [/^all new: upload and load/, '0.5, or 100,000 rows/s'],
    [/: dry run/, '1'],
    [/^unchanged: run/, '2'],
    [/^peak memory/, '400 MB'],
  ],
  http: [
    [/^list, first page of 10, 1 at once/, 'p95 5 ms'],
    [/^list, first page of 10, 10 at once/, '1,000/s'],
    [/by a program, \d+ at once$/, 'CPU 1.1'],
  ],
  list: [
    [/^first page of 10/, 'p95 5 ms'],
    [/^label and days/, 'p95 30 ms'],
    [/^search/, 'p95 50 ms'],
    [/^page of 10, 10 connections/, '1,000/s'],
  ],
  screen: [
    [/^JavaScript before/, '150 kB'],
    [/^first rows/, '1,000 ms'],
    [/^the next page/, '120 ms'],
    [/palette|search|beside|saved/, '100 ms'],
  ],
  segments: [
    [/^nobody moves/, '1.5'],
    [/joins|leaves/, '0.7'],
    [/^first estimate/, 'p95 300 ms'],
    [/^exact estimate/, '2 s'],
    [/^truth within/, '0.93'],
    [/^an edit judged/, 'p95 50 ms more'],
    [/imported with/, '0.95'],
    [/^all right after/, '30 s'],
    [/^peak memory/, '300 MB'],
  ],
  export: [
    [/^csv of/, '0.5'],
    [/^xlsx of/, '60,000 rows/s'],
    [/first bytes stored/, '1 s'],
    [/above idle/, '60 MB'],
    [/process that writes/, '200 MB'],
    [/first byte/, '100 ms'],
    [/^list p99/, '2'],
    [/^three csv/, '3.5'],
  ],
  ingest: [
    [/^single upserts, [^:]*$/, '5'],
    [/^batches/, '0.5'],
    [/^peak memory/, '300 MB'],
  ],
  processes: [
    [/CPU/, '1.15'],
    [/./, '0.9'],
  ],
  audit: [[/./, 'p95 50 ms']],
  minutes: [[/./, '1.3']],
  growth: [[/./, '1.3']],
}

/** The bar of a figure; empty where there is none. */
export const barOf = (bench: string, work: string) => bars[bench]?.find(([of]) => of.test(work))?.[1] ?? ''
