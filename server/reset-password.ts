// `npm run reset-password`: sets a lost password from the machine that Ruam runs on, and ends the person's sessions.
import './core/node-version.js'
import { createInterface } from 'node:readline/promises'
import { MIN_PASSWORD_LENGTH } from '@ruam/contract/constants.ts'
import pg from 'pg'
import { hashPassword } from './auth/passwords.ts'
import { readConfig } from './core/config.ts'
import { startDatabase } from './core/database.ts'

const database = await startDatabase(readConfig(process.env), console.log)
const ask = createInterface({ input: process.stdin, output: process.stdout })
const client = new pg.Client({ connectionString: database.ownerUrl })
try {
  await client.connect()
  const email = (await ask.question('E-mail: ')).trim()
  const password = await ask.question(`New password (at least ${MIN_PASSWORD_LENGTH} characters): `)
  if (password.length < MIN_PASSWORD_LENGTH)
    throw new Error(`A password has at least ${MIN_PASSWORD_LENGTH} characters.`)
  const { rows } = await client.query<{ changed: boolean }>('select door.set_password($1, $2) as changed', [
    email,
    await hashPassword(password),
  ])
  if (!rows[0]!.changed) throw new Error(`Nobody signs in as ${email}.`)
  console.log('The password is changed; whoever was signed in as this person is signed out.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  ask.close()
  await client.end()
  await database.stop()
}
