import { Agent } from 'node:http'
import { newVideo } from '../server/testing/broadcasts/recording.testing.ts'
import { startProduct } from './product.ts'
import { sendRequest } from './requests.ts'
import { Figures, printFigures } from './table.ts'
import { inTurns } from './turns.ts'

// Videos of messages, in TURNS turns: the CPU and memory of storing LARGE_MB next to one of 2 MB, and the CPU of a part of it next to a whole
// file as large as the part.

const LARGE_MB = Number(process.env.LARGE_MB ?? 190)
const TURNS = Number(process.env.TURNS ?? 5)
const MB = 1024 * 1024
const PART = 64 * 1024
/** Requests of a turn: CPU is counted in steps of 10 ms. */
const REQUESTS = 200

const product = await startProduct({ settings: { MEDIA_URL: 'https://media.example' } })

async function upload(content: Buffer): Promise<{ name: string; size: number }> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), 'a.mp4')
  const reply = await fetch(`${product.address}/api/media/video`, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.token}` },
    body: form,
  })
  if (!reply.ok) throw new Error(`The video was answered with ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as { name: string; size: number }
}

const video = (bytes: number) => newVideo({ seconds: 60, bytes })

/** Returns a turn of requests for a file, or for a part of it. */
const turn = (name: string, headers: Record<string, string> = {}) => ({
  async work() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = 0; n < REQUESTS; n++) {
      const { status } = await sendRequest(`${product.address}/media/${name}`, { agent, headers })
      if (status !== (headers.range ? 206 : 200)) throw new Error(`The file was answered with ${status}`)
    }
    agent.destroy()
  },
})

try {
  const figures = new Figures()
  const [small, large] = [video(2 * MB), video(LARGE_MB * MB)]
  await upload(small)
  const cpu = () => product.cpu()
  product.restartPeak()
  const memory = product.memory()
  const stored = await inTurns(cpu, { work: () => upload(small) }, { work: () => upload(large) }, TURNS)
  figures.add({
    work: `a video of ${LARGE_MB} MB is stored, next to one of 2 MB`,
    figure: `${Math.round(stored.second)} ms of CPU, ${Math.round(product.peakMemory() - memory)} MB more memory`,
    floor: `${Math.round(stored.first)} ms`,
    ratio: stored.ratio.toFixed(2),
    n: stored.n,
    spread: stored.spread,
  })
  const [whole, parts] = [await upload(video(PART)), await upload(large)]
  const range = { range: `bytes=${100 * MB}-${100 * MB + whole.size - 1}` }
  const served = await inTurns(cpu, turn(whole.name), turn(parts.name, range), TURNS)
  figures.add({
    work: `64 kB from the middle of ${LARGE_MB} MB, next to a whole file of 64 kB`,
    figure: `${(served.second / REQUESTS).toFixed(2)} ms of CPU`,
    floor: `${(served.first / REQUESTS).toFixed(2)} ms`,
    ratio: served.ratio.toFixed(2),
    n: served.n,
    spread: served.spread,
  })
  printFigures(figures)
} finally {
  await product.stop()
}
