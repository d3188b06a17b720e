import type pg from 'pg'

/** True with STATISTICS=analyzed: figures are those of a database that was vacuumed and analyzed. Otherwise those of a new one. */
const isAnalyzed = process.env.STATISTICS === 'analyzed'

/** Sentence for the table. */
export const statisticsNote = isAnalyzed ? 'after vacuum analyze' : 'filled without analyze'

/** Vacuums and analyzes what was filled, if the figures of such a database are asked for. */
export async function analyzeIfRequested(admin: Pick<pg.Client, 'query'>): Promise<void> {
  if (isAnalyzed) await admin.query('vacuum analyze')
}
