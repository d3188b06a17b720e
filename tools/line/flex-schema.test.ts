import { flexFaults } from '@ruam/contract/broadcasts/flex-faults.ts'
import { flexSchema } from '@ruam/contract/broadcasts/flex-schema.ts'
import { expect, test } from 'vitest'
import { examples } from '../../web/broadcasts/flex/examples.testing.ts'
import { openapi } from './strictness.ts'
import { flexSchemaOf } from './write-flex-schema.ts'

// LINE's description is not part of this repository: where the setting LINE_OPENAPI names it, these tests compare with it.

const folder = process.env.LINE_OPENAPI

test.skipIf(!folder)('the schema of flex messages is that of LINE: `tools/line/write-flex-schema.ts` writes it', () => {
  expect(flexSchema).toEqual(flexSchemaOf(folder!))
})

test.each(examples)('LINE takes a message, and so do the rules of the composer: %s', (_, contents) => {
  expect(flexFaults(JSON.stringify(contents))).toEqual([])
  const body = { to: `U${'0'.repeat(32)}`, messages: [{ type: 'flex', altText: 'ดู', contents }] }
  expect(openapi()?.request({ method: 'POST', url: '/v2/bot/message/push', body }) ?? []).toEqual([])
})
