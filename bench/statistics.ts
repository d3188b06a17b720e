import type pg from 'pg'
import { calibrate } from './calibration.ts'

/** True with STATISTICS=analyzed: figures are those of a database that was vacuumed and analyzed. Otherwise those of a new one. */
const isAnalyzed = process.env.STATISTICS === 'analyzed'

/** Sentence for the table. */
export const statisticsNote = isAnalyzed ? 'after vacuum analyze' : 'filled without analyze'

/** Ends a filling: vacuums and analyzes if the figures of such a database are asked for, and calibrates. */
export async function analyzeIfRequested(admin: Pick<pg.Client, 'query'>): Promise<void> {
  if (isAnalyzed) await admin.query('vacuum analyze')
  calibrate()
}
