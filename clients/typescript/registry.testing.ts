import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { atEndOfFile } from '../../server/testing/end-of-file.testing.ts'

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Serves the packages of this checkout as a registry does, and the client, so that an installation needs no network. */
export async function startRegistry(client: string): Promise<string> {
  const server = createServer(async (request, reply) => {
    const path = decodeURIComponent(request.url!.slice(1))
    if (path === 'client.tgz') reply.end(await readFile(client))
    else if (path.endsWith('.tgz')) await sendPackage(path.slice(0, -4), reply)
    else reply.end(JSON.stringify(await describe(path, `http://${request.headers.host}`)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function describe(name: string, address: string) {
  const stated = JSON.parse(await readFile(join(packages, name, 'package.json'), 'utf8'))
  const version = { ...stated, dist: { tarball: `${address}/${name}.tgz` } }
  return { name, 'dist-tags': { latest: stated.version }, versions: { [stated.version]: version } }
}

async function sendPackage(name: string, reply: NodeJS.WritableStream): Promise<void> {
  const archive = pack()
  archive.pipe(createGzip({ level: 1 })).pipe(reply)
  const folder = join(packages, name)
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    archive.entry({ name: `package${path.slice(folder.length)}` }, await readFile(path))
  }
  archive.finalize()
}
