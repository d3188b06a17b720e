import { installationOf } from '../../core/installation.ts'

/** Bytes of a segment of PostgreSQL's write-ahead log. */
export const SEGMENT = 16n * 1024n * 1024n

/** An archive belongs to one life of one database: a restored database begins another one. */
export interface Archive {
  /** Mark of the installation. */
  mark: string
  id: string
}

const hex = (lsn: bigint) => lsn.toString(16).padStart(16, '0')
const stampOf = (at: Date) => at.toISOString().replace(/[-:.]/g, '')
const timeOf = (stamp: string) =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'))

const folderOf = (kind: string, { mark, id }: Archive) => `${kind}-${mark}-${id}/`

export const archiveNames = {
  of: (secretKey: string, id: string): Archive => ({ mark: installationOf(secretKey), id }),
  wal: (archive: Archive) => folderOf('wal', archive),
  packs: (archive: Archive) => folderOf('packs', archive),
  bases: (archive: Archive) => folderOf('bases', archive),
  chunk: (archive: Archive, { from, to, at }: Chunk) =>
    `${folderOf('wal', archive)}${hex(from)}-${hex(to)}-${stampOf(at)}`,
  pack: (archive: Archive, at: Date) => `${folderOf('packs', archive)}${stampOf(at)}`,
  base: (archive: Archive, began: Date) => `${folderOf('bases', archive)}${stampOf(began)}`,
  /** Written once a base can be restored: its copy is whole and the log until its end is archived. */
  ready: (archive: Archive, { at, began, from }: Base) =>
    `archive-${archive.mark}-${archive.id}-${stampOf(at)}-${stampOf(began)}-${hex(from)}`,
}

/** Bytes of the write-ahead log. Everything that was committed until `at` lies before `to`. */
export interface Chunk {
  from: bigint
  to: bigint
  at: Date
}

/** A copy of the database's folder. */
export interface Base {
  /** The earliest instant that it can be restored to. */
  at: Date
  began: Date
  /** Position in the log from which on it is replayed. */
  from: bigint
}

export function chunkOf(name: string): Chunk | undefined {
  const [, from, to, at] = /([0-9a-f]{16})-([0-9a-f]{16})-(\d{8}T\d{9}Z)$/.exec(name) ?? []
  return at === undefined ? undefined : { from: BigInt(`0x${from}`), to: BigInt(`0x${to}`), at: timeOf(at) }
}

export function baseOf(name: string): (Base & { archive: Archive }) | undefined {
  const [, mark, id, at, began, from] =
    /^archive-([0-9a-f]{8})-([0-9a-f]{12})-(\d{8}T\d{9}Z)-(\d{8}T\d{9}Z)-([0-9a-f]{16})$/.exec(name) ?? []
  if (from === undefined) return undefined
  return { archive: { mark: mark!, id: id! }, at: timeOf(at!), began: timeOf(began!), from: BigInt(`0x${from}`) }
}

/** When a pack was begun. */
export const packTime = (name: string): Date => timeOf(name.slice(name.lastIndexOf('/') + 1))

/** Name of the segment that holds a position. */
export function segmentName(timeline: number, position: bigint): string {
  const segment = position / SEGMENT
  const perFile = 0x1_0000_0000n / SEGMENT
  return [BigInt(timeline), segment / perFile, segment % perFile]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/** Returns the chunks that replay a base without a gap, as far as they reach or until the first one that reaches `until`. */
export function chainFrom(base: Base, chunks: readonly Chunk[], until?: Date): Chunk[] {
  const chain: Chunk[] = []
  // Two processes may have archived the same bytes: the longer one reaches further.
  const sorted = chunks.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.to < b.to ? -1 : 1))
  let reached = base.from
  for (const chunk of sorted) {
    if (chunk.to <= reached) continue
    if (chunk.from > reached) break
    chain.push(chunk)
    reached = chunk.to
    if (until && chunk.at >= until) break
  }
  return chain
}
