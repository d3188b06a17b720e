// `npm run bench [name]`: figures beside their floors, from the same run. ROWS sets the size (100,000 unless set).
const benches: Record<string, () => Promise<unknown>> = {
  import: () => import('./import.ts'),
  http: () => import('./http.ts'),
  list: () => import('./list.ts'),
  values: () => import('./values.ts'),
  lag: () => import('./lag.ts'),
  bulk: () => import('./bulk.ts'),
  undo: () => import('./undo.ts'),
  duplicates: () => import('./duplicates.ts'),
  'duplicate-weights': () => import('./duplicate-weights.ts'),
  pressure: () => import('./pressure.ts'),
  segments: () => import('./segments.ts'),
  audit: () => import('./audit.ts'),
  screen: () => import('./screen.ts'),
  export: () => import('./export.ts'),
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benches)
for (const name of names) {
  const bench = benches[name]
  if (!bench) {
    console.error(`There is no bench ${name}: choose from ${Object.keys(benches).join(', ')}.`)
    process.exit(1)
  }
  console.log(`\n${name}`)
  await bench()
}
