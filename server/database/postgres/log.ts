import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { chownToFolderOwner, exists } from './files.ts'

const PROBLEM = /\b(FATAL|PANIC): |was terminated by/
/** Lines of every connection when the server ends, and of every attempt until it is back. */
const ECHO = /unexpected postmaster exit|terminating connection due to|the database system is /

/** The server keeps appending to its log while it runs, so the size is looked at when it starts. */
const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** Opens the server's log for appending, after putting one of over 10 MB aside in the place of the last put aside. */
export async function openLog(path: string): Promise<FileHandle> {
  const size = (await exists(path)) ? (await stat(path)).size : 0
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.old`)
  const file = await open(path, 'a', 0o600)
  await chownToFolderOwner(file, path)
  return file
}

/**
 * Hands the log's new lines about a problem to `log`, about once a second, until the answer is called, which
 * hands over the last ones.
 */
export async function followProblems(path: string, log: (line: string) => void): Promise<() => Promise<void>> {
  let position = (await stat(path)).size
  let last = Promise.resolve()
  const read = async () => {
    try {
      const { problems, end } = await readLog(path, position)
      position = end
      for (const line of problems) log(line)
    } catch (error) {
      log(`${path} can't be read: ${(error as Error).message}`)
    }
  }
  const readNext = () => {
    last = last.then(read)
    return last
  }
  const timer = setInterval(readNext, 1000)
  timer.unref()
  return () => {
    clearInterval(timer)
    return readNext()
  }
}

/** Whole lines from a byte position on, and the position after them. */
export async function readLog(path: string, start: number) {
  const file = await open(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, (await file.stat()).size - start))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    const end = bytes.subarray(0, bytesRead).lastIndexOf(10) + 1
    const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
    const problems = lines.filter((line) => PROBLEM.test(line) && !ECHO.test(line))
    return { lines, problems, end: start + end }
  } finally {
    await file.close()
  }
}
