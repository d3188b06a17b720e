import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerErrors } from './errors.ts'
import { serveWeb } from './serve-web.ts'

describe('the server', () => {
  const [app, withoutWorker] = [Fastify(), Fastify()]
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ruam-web-'))
    await writeFile(join(folder, 'index.html'), '<script type="module" crossorigin src="/assets/index-a1.js"></script>')
    await writeFile(join(folder, 'sw.js'), 'caching')
    await writeFile(join(folder, 'index.html.br'), 'compressed')
    await writeFile(join(folder, 'start.js'), '1')
    answerErrors(app)
    app.get('/api/call', async () => ({}))
    await serveWeb(app, folder)
    answerErrors(withoutWorker)
    await serveWeb(withoutWorker, folder, false)
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

  test('names its build of the web in every answer', async () => {
    for (const url of ['/', '/api/call', '/api/gone', '/start.js'])
      expect([url, (await get(url)).headers['ruam-web-build']]).toEqual([url, '/assets/index-a1.js'])
  })

  test('gives a service worker that removes itself when it is switched off', async () => {
    expect((await get('/sw.js')).body).toBe('caching')
    expect((await get('/')).headers['content-security-policy']).toContain("worker-src 'self'")
    const reply = await withoutWorker.inject('/sw.js')
    expect(reply.body).toContain('registration.unregister()')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })

  test('gives files as what they are', async () => {
    expect((await get('/start.js')).headers['content-type']).toContain('javascript')
  })
})
