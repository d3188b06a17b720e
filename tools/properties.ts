import fc from 'fast-check'

// The same cases in every run of `npm test`, so that a change is judged by itself alone; SEED=random looks for new ones.
const { SEED = '20261120' } = process.env
if (SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(SEED) })
