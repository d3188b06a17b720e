import { z } from 'zod'

/** How a part's content is to be understood. Names of parts are for ever. */
export const partNames = {
  sequences: 'sequences',
  queue: 'queue',
  files: 'files',
  secretKey: 'secret-key',
  erasures: 'erasures',
  seals: 'audit-seals.json',
} as const

/** What stands before a part's data. */
export const PartHead = z.strictObject({
  name: z.string(),
  /** Of a table alone. */
  table: z.strictObject({ schema: z.string(), name: z.string(), columns: z.array(z.string()) }).optional(),
})
export type PartHead = z.infer<typeof PartHead>

/** A part as the manifest lists it. */
const Part = PartHead.extend({
  /** Rows of a table, files of the files, lines of others. */
  count: z.int(),
  /** Uncompressed bytes, and their SHA-256. */
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackupPart = z.infer<typeof Part>

/** The last frame of a backup: what is in it and which schema it belongs to. */
export const Manifest = z.strictObject({
  made_at: z.iso.datetime(),
  /** Migrations that the database had run, with the SHA-256 of each file. */
  migrations: z.array(z.strictObject({ name: z.string(), hash: z.string() })),
  postgres: z.string(),
  parts: z.array(Part),
})
export type Manifest = z.infer<typeof Manifest>

/** The part with this name. */
export const partOf = (manifest: Manifest, name: string) => manifest.parts.find((part) => part.name === name)

/** Uncompressed bytes of all parts. */
export const bytesOf = ({ parts }: Manifest) => parts.reduce((sum, { bytes }) => sum + bytes, 0)
