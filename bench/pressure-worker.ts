import { parentPort, workerData } from 'node:worker_threads'
import type { AttackOrder } from './pressure.ts'
import { attacks } from './pressure-attacks.ts'

// An attack on a thread of its own: what it takes to send is not felt by the calls that are measured.
const { name, address, token } = workerData as AttackOrder
parentPort!.postMessage(await attacks[name]!({ address, token }))
