import { z } from 'zod'

/** Rows of a page of the Open API: 100 when left out, 0 for the most there are on one. */
export const PageSize = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.int().min(0).max(1000))
  .transform((rows) => (rows === 0 ? 1000 : rows))
  .default(100)
