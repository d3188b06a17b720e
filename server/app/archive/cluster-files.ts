import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { packedHead } from '../backup/packed-files.ts'

/** Bytes that are read at once. */
const READ_BYTES = 256 * 1024
/** Folders whose content belongs to a running server, or lies in the archive. PostgreSQL needs them empty. */
const EMPTIED = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
])
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label(\.old)?|tablespace_map(\.old)?|.*\.partial)$/
/** Copied last, as pg_basebackup does: it names the newest checkpoint. */
const CONTROL = 'global/pg_control'

/** Paths of a cluster that a base holds; folders end with a slash. */
async function pathsOf(cluster: string, below = ''): Promise<string[]> {
  const found: string[] = []
  const entries = await readdir(join(cluster, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    // A database that was dropped meanwhile.
    if (error.code === 'ENOENT' && below) return []
    throw error
  })
  for (const entry of entries) {
    if (LEFT_OUT.test(entry.name)) continue
    const path = below + entry.name
    if (entry.isFile()) found.push(path)
    if (!entry.isDirectory()) continue
    found.push(`${path}/`)
    if (!EMPTIED.has(path)) found.push(...(await pathsOf(cluster, `${path}/`)))
  }
  return found
}

/**
 * Packs the files of a cluster while its server writes to them: what changes meanwhile is repaired by the write-ahead log. A file that
 * shrinks is filled with zeros, as pg_basebackup does.
 */
export async function* packCluster(cluster: string): AsyncGenerator<Buffer> {
  const paths = (await pathsOf(cluster)).filter((path) => path !== CONTROL)
  for (const path of [...paths, CONTROL]) {
    if (path.endsWith('/')) {
      yield packedHead(path, 0)
      continue
    }
    const file = await open(join(cluster, path), 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!file) continue
    try {
      const { size } = await file.stat()
      yield packedHead(path, size)
      for (let left = size; left > 0; ) {
        const bytes = Buffer.alloc(Math.min(left, READ_BYTES))
        const { bytesRead } = await file.read(bytes, 0, bytes.length, size - left)
        left -= bytesRead || bytes.length
        yield bytesRead ? bytes.subarray(0, bytesRead) : bytes
      }
    } finally {
      await file.close()
    }
  }
}
