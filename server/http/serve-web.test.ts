import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerErrors } from './errors.ts'
import { serveWeb } from './serve-web.ts'

describe('the server', () => {
  const app = Fastify()
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ruam-web-'))
    await writeFile(join(folder, 'index.html'), '<title>Ruam</title>')
    await writeFile(join(folder, 'index.html.br'), 'compressed')
    await writeFile(join(folder, 'start.js'), '1')
    answerErrors(app)
    await serveWeb(app, folder)
  })
  const get = (url: string, encoding = 'identity') => app.inject({ url, headers: { 'accept-encoding': encoding } })

  test('gives the page at every address that is no file and no call', async () => {
    for (const url of ['/', '/1/profile-list', '/set-up', '/index.html']) {
      for (const encoding of ['identity', 'br']) {
        const reply = await get(url, encoding)
        expect([url, reply.statusCode, reply.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
        expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
      }
    }
    expect((await get('/1/profile-list', 'br')).headers['content-encoding']).toBe('br')
  })

  test('does not take a missing file or call for a page', async () => {
    for (const url of ['/assets/gone.js', '/api/gone', '/socket', '/open-api', '/open-api/v1/gone', '/webhook/gone']) {
      const reply = await get(url)
      expect([url, reply.statusCode, reply.json().error]).toEqual([url, 404, 'not_found'])
    }
  })

  test('gives files as what they are', async () => {
    expect((await get('/start.js')).headers['content-type']).toContain('javascript')
  })
})
