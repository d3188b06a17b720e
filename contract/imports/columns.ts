import { z } from 'zod'

/** A column of the file: its id is its place, counted from 1. */
export const Column = z.object({ id: z.string(), name: z.string() })
export const ColumnId = z.string().regex(/^[1-9]\d{0,2}$/)
