import { deviceOf } from '@ruam/contract/access/device.ts'
import { passkeys } from '@ruam/contract/access/passkeys.ts'
import { call } from '../../data/api.ts'
import { wordsNow } from '../../data/text.ts'
import { passkeyText } from './passkey-text.ts'
import { makePasskey } from './webauthn.ts'

/** Adds a passkey of this device, named after it. Returns the recovery codes of a first one. */
export async function addPasskey(): Promise<string[]> {
  const asked = await call(passkeys.challenge, { body: { purpose: 'enrol' } })
  const made = await makePasskey(asked)
  const { browser, system } = deviceOf(navigator.userAgent)
  const name = [system, browser].filter(Boolean).join(' · ') || wordsNow(passkeyText).here
  return (await call(passkeys.add, { body: { name, ...made } })).codes
}
