// How each command of the documents is tried here: placeholders replaced by folders, ports and servers of this machine.
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startS3Server } from '../../server/testing/s3-server.testing.ts'
import { debianProgram } from '../deploy/debian.ts'
import { freePort, type OwnPostgres, owner, type Scene, startOwnPostgres, writeFor } from './scene.ts'

/** Tries the text of a command, or the reason why it is left. */
export type Step = string | ((text: string) => Promise<unknown>)

const CONTRIBUTORS = 'a command of contributors'
const OWN_SUITE = 'a suite of its own'
const PASSWORD = 'a-password-of-the-walk'

/** Returns the steps for commands that start with these words: the first match counts. */
export function stepsOf(scene: Scene): { starts: string; step: Step }[] {
  const usb = join(scene.folder, 'usb')
  const restored = join(scene.folder, 'srv')
  mkdirSync(usb)
  let database: OwnPostgres | undefined
  let second: OwnPostgres | undefined
  let natsConfig = ''
  const urlOf = ({ port }: { port: number }) => `postgres://ruam:${PASSWORD}@127.0.0.1:${port}/ruam`
  const newestBackup = () => globSync('*.backup', { cwd: usb }).sort().at(-1)!
  const withPassword = (sql: string) => sql.replaceAll("'...'", `'${PASSWORD}'`)

  /** Follows the SQL that creates the owner and the database, on a new PostgreSQL. */
  async function createDatabase(name: string, sql: string): Promise<OwnPostgres> {
    const postgres = await startOwnPostgres(scene, name)
    for (const statement of withPassword(sql)
      .split(/;\s*\n?/)
      .filter(Boolean))
      await postgres.ask(statement)
    return postgres
  }

  /** Starts what the documents start: an API process and a worker. Checks both, and signs in. */
  async function startBoth() {
    await scene.stopAll()
    const port = await freePort()
    const api = await scene.start(`RUAM_ROLE=api PORT=${port} npm start`)
    await scene.start('RUAM_ROLE=worker npm start')
    await scene.signIn(api.address)
    return api
  }

  const npm = async (text: string) => scene.run(text)
  const createSql = () =>
    readFileSync(join(scene.site, 'docs/operations.md'), 'utf8').match(/create role ruam login[^`]+/)![0]

  return [
    {
      starts: 'npm start',
      async step(text) {
        scene.settings = { ...scene.settings, PORT: String(await freePort()) }
        const setup = { RUAM_SETUP_EMAIL: owner.email, RUAM_SETUP_PASSWORD: owner.password, RUAM_SETUP_STORE: 'Walk' }
        const ruam = await scene.start(text, { env: { ...setup, RUAM_SETUP_DPA: 'accepted' } })
        await scene.signIn(ruam.address)
        const page = await (await fetch(ruam.address)).text()
        if (!page.includes('<script type="module"')) throw new Error('The web app is not served.')
      },
    },
    { starts: 'npm test', step: CONTRIBUTORS },
    { starts: 'npm run bench', step: CONTRIBUTORS },
    { starts: 'npm run verify -- --list', step: npm },
    { starts: 'npm run verify audit', step: npm },
    { starts: 'npm run verify', step: OWN_SUITE },
    {
      starts: 'npm run backup /mnt/usb',
      async step(text) {
        await scene.run(text.replace('/mnt/usb', usb))
        if (!newestBackup()) throw new Error('There is no backup.')
      },
    },
    {
      starts: 'RUAM_DATA=/srv/ruam npm run restore',
      step: async (text) =>
        await scene.run(
          text
            .replace('/srv/ruam', restored)
            .replace('/mnt/usb', usb)
            .replace(/ruam-\d+T\d+Z-\w+\.backup/, newestBackup()),
        ),
    },
    {
      starts: 'RUAM_DATA=/srv/ruam npm start',
      async step(text) {
        await scene.stopAll()
        const ruam = await scene.start(text.replace('/srv/ruam', restored))
        await scene.signIn(ruam.address)
      },
    },
    {
      starts: 'npm run reset-password',
      async step(text) {
        await scene.stopAll()
        scene.settings.RUAM_DATA = restored
        owner.password = 'another long password of the walk'
        await scene.run(text, { answers: [owner.email, owner.password] })
        await scene.signIn((await scene.start('npm start')).address)
      },
    },
    {
      starts: 'revoke connect on database postgres',
      async step(text) {
        database ??= await createDatabase('postgres', createSql())
        for (const statement of text
          .replace('<owner of the database>', 'ruam')
          .split(';')
          .filter((one) => one.trim()))
          await database.ask(statement, 'ruam')
      },
    },
    {
      starts: 'npm run build',
      async step(text) {
        const production = join(scene.folder, 'opt')
        if (!existsSync(production))
          await scene.run(`cp -al ${scene.site} ${production} && rm -rf ${production}/data ${production}/web/dist`)
        await scene.run(text, { cwd: production })
      },
    },
    {
      starts: 'npm ci --omit=dev',
      async step(text) {
        await scene.stopAll()
        const production = join(scene.folder, 'opt')
        await scene.run(text, { cwd: production })
        const unit = readFileSync(join(production, 'deploy/systemd/ruam-api@.service'), 'utf8')
        const line = /^ExecStart=(.*)$/m.exec(unit)![1]!.replace('/opt/ruam', production)
        const environment = /^Environment=(.*)$/m
          .exec(unit)![1]!
          .replace('/var/lib/ruam', restored)
          .replace('RUAM_ROLE=api', 'RUAM_ROLE=all')
        const [port, metricsPort] = [await freePort(), await freePort()]
        const settings = environment.replace('PORT=%i', `PORT=${port}`).replace('1%i', String(metricsPort))
        const ruam = await scene.start(`${settings} exec ${line}`, { cwd: production })
        await scene.signIn(ruam.address)
        await scene.run(`${settings} node_modules/.bin/node server/app/health.ts`, { cwd: production })
        await ruam.stop()
      },
    },
    { starts: 'npm ci', step: 'the same as with --omit=dev' },
    { starts: 'node server/app/health.ts', step: 'tried with the process of npm ci --omit=dev' },
    { starts: 'useradd', step: 'changes the users of the machine' },
    { starts: 'install -', step: 'changes /etc of the machine' },
    { starts: 'cp deploy/systemd', step: 'changes /etc of the machine' },
    { starts: 'systemctl', step: 'there is no systemd here' },
    { starts: 'openssl rand', step: npm },
    {
      starts: 'create role ruam login',
      async step(text) {
        database ??= await createDatabase('postgres', text)
        const backup = join(usb, newestBackup())
        const key = readFileSync(join(restored, 'secret-key'), 'utf8').trim()
        const data = join(scene.folder, 'shared')
        scene.settings = { ...scene.settings, DATABASE_URL: urlOf(database), RUAM_SECRET_KEY: key, RUAM_DATA: data }
        await scene.run(`npm run restore ${backup}`)
        await startBoth()
      },
    },
    { starts: 'npm run backup:rehearse', step: async (text) => scene.run(`${text} ${usb}`) },
    { starts: 'npm run upgrade', step: npm },
    { starts: 'npm run backup:point', step: OWN_SUITE },
    { starts: 'grant execute on function pg_create_restore_point', step: OWN_SUITE },
    { starts: 'pgbackrest', step: OWN_SUITE },
    { starts: '[global]', step: OWN_SUITE },
    { starts: 'archive_mode', step: OWN_SUITE },
    { starts: 'npm run backup', step: async (text) => scene.run(`${text} ${usb}`) },
    { starts: 'npm run restore', step: 'tried with the database that is created below' },
    { starts: 'RUAM_ROLE=', step: 'tried with the database that is created below' },
    {
      starts: 'npm run storage:move -- --to-disk',
      async step(text) {
        await scene.stopAll()
        await scene.run(text)
        for (const name of Object.keys(scene.settings)) if (name.startsWith('S3_')) delete scene.settings[name]
        await startBoth()
      },
    },
    { starts: 'npm run storage:move -- 7', step: async (text) => scene.run(text.replace('7', '1')) },
    {
      starts: 'npm run storage:move',
      async step(text) {
        await scene.stopAll()
        const { settings } = await startS3Server()
        const { endpoint, bucket, keys } = settings
        const bucketSettings = { S3_ENDPOINT: endpoint!, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: keys!.id }
        scene.settings = { ...scene.settings, ...bucketSettings, S3_SECRET_ACCESS_KEY: keys!.secret }
        await scene.run(text)
        await startBoth()
      },
    },
    {
      starts: '[databases]',
      async step(text) {
        const port = await freePort()
        const list = writeFor(scene, 'userlist.txt', `"pgbouncer" "${PASSWORD}"\n`)
        const ini = text
          .replace('db.internal', '127.0.0.1')
          .replace('port=5432', `port=${database!.port}`)
          .replace('0.0.0.0', '127.0.0.1')
          .replace('6432', String(port))
          .replace('/etc/pgbouncer/userlist.txt', list)
          .replace('[pgbouncer]', '[pgbouncer]\nunix_socket_dir =')
        scene.serve(debianProgram('pgbouncer', 'pgbouncer'), [writeFor(scene, 'pgbouncer.ini', ini)], true)
        scene.settings.DATABASE_DIRECT_URL = scene.settings.DATABASE_URL!
        scene.settings.DATABASE_URL = urlOf({ port })
      },
    },
    {
      starts: 'create role pgbouncer',
      async step(text) {
        await database!.ask(withPassword(text), 'ruam')
        await startBoth()
      },
    },
    {
      starts: 'npm run server:add',
      async step(text) {
        second = await createDatabase('second', createSql())
        await scene.run(text.replace('postgres://owner@second/ruam', urlOf(second)))
        scene.settings.DATABASE_URL_2 = urlOf(second)
        await startBoth()
      },
    },
    {
      starts: 'alter role ruam_owner',
      async step(text) {
        const lines = text.replaceAll('ruam_owner', 'ruam').split('\n')
        for (const server of [database!, second!]) {
          for (const line of lines.filter((one) => !/version 15|from version 16/.test(one)))
            await server.ask(line, 'ruam')
          // As the last line says for version 15.
          await server.ask('alter role ruam superuser')
        }
      },
    },
    { starts: 'npm run store:move 7 -- --cancel', step: 'refused: there is no move to cancel' },
    { starts: 'scrape_configs:', step: 'promtool of npm run verify deploy' },
    { starts: 'npm run store:move 7 2 -- --copy', step: 'the store is moved by replication' },
    { starts: 'npm run store:move 7', step: async (text) => scene.run(text.replace('7', '1')) },
    { starts: 'npm run servers -- --move', step: 'the same as store:move' },
    { starts: 'npm run servers', step: npm },
    {
      starts: 'node --input-type=module',
      async step(text) {
        const keys = await scene.run(text, { env: { NODE_NO_WARNINGS: '1' } })
        const [publicKey = '', seed = ''] = keys.trim().split(/\s+/)
        const port = await freePort()
        const config = natsConfig.replace('0.0.0.0:4222', `127.0.0.1:${port}`).replace('U...', publicKey)
        scene.serve(debianProgram('nats-server', 'nats-server'), ['-c', writeFor(scene, 'nats.conf', config)])
        await sleep(2000)
        const nats = { NATS_URL: `nats://127.0.0.1:${port}`, NATS_NKEY: seed, RUAM_ENV: 'production' }
        scene.settings = { ...scene.settings, ...nats }
        await startBoth()
      },
    },
    {
      starts: 'listen:',
      async step(text) {
        natsConfig = text
      },
    },
  ]
}
