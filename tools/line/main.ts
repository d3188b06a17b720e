// `node tools/line/main.ts`: LINE's Messaging API on this machine, with one channel; `npm run dev` starts it. Its page plays a customer.
import { startLine } from './server.ts'
import { addChannel } from './state.ts'

const { url, state } = await startLine({ port: Number(process.env.LINE_SIMULATOR_PORT ?? 3900) })
addChannel(state, { id: '2001234567', secret: '0'.repeat(32), displayName: 'ผ้าฝ้ายเชียงใหม่', basicId: '@paafai' })
console.log(`LINE simulator: ${url}`)
