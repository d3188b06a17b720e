// `npm run verify deploy`: the files of deploy/ checked by the programs that read them. Programs of Debian are downloaded if missing.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { promtoolTests } from './alerts.ts'
import { debianProgram } from './debian.ts'
import { type Manifest, manifestFaults, manifests } from './kubernetes.ts'
import { tryProxies } from './proxies.ts'
import { dashboard } from './write-dashboard.ts'

const root = join(import.meta.dirname, '../..')
const deploy = (file: string) => join(root, 'deploy', file)
const work = mkdtempSync(join(tmpdir(), 'ruam-deploy-'))
const failures: string[] = []

function check(title: string, fault: string | undefined) {
  console.log(`${fault ? 'FAILED' : 'ok    '} ${title}`)
  if (!fault) return
  console.log(fault)
  failures.push(title)
}

/** Returns what a program printed, if it failed. */
function faultOf(command: string, args: readonly string[], env: Record<string, string> = {}): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    cwd: work,
    env: { ...process.env, ...env },
  })
  return status === 0 ? undefined : `${error?.message ?? ''}${stdout}${stderr}`
}

function checkPrometheus() {
  const promtool = debianProgram('promtool', 'prometheus')
  const [tests, expressions] = [join(work, 'alerts.test.yml'), join(work, 'dashboard.yml')]
  writeFileSync(tests, promtoolTests())
  const targets = dashboard().panels.flatMap((panel) => ('targets' in panel ? panel.targets : []))
  const rules = targets.map(({ expr }, index) => ({
    record: `panel:query${index}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }))
  writeFileSync(expressions, stringify({ groups: [{ name: 'dashboard', rules }] }))
  check('alerts: promtool check rules', faultOf(promtool, ['check', 'rules', deploy('prometheus/alerts.yml')]))
  check('alerts: promtool test rules', faultOf(promtool, ['test', 'rules', tests]))
  check(`dashboard: ${rules.length} queries`, faultOf(promtool, ['check', 'rules', expressions]))
  check('prometheus.yml', faultOf(promtool, ['check', 'config', deploy('prometheus/prometheus.yml')]))
  // Shows that the cases can fail.
  const broken = join(work, 'broken.test.yml')
  writeFileSync(broken, readFileSync(tests, 'utf8').replace('5% of all requests', '6% of all requests'))
  check('alerts: a wrong case fails', faultOf(promtool, ['test', 'rules', broken]) ? undefined : 'It passed.')
}

function checkUnits() {
  const units = ['ruam-api@.service', 'ruam-worker@.service'].map((name) => {
    const copy = join(work, name)
    writeFileSync(copy, readFileSync(deploy(`systemd/${name}`), 'utf8').replaceAll('/opt/ruam', root))
    return copy
  })
  for (const unit of units) {
    const { stdout, stderr, error } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    if (error) return console.log('       systemd-analyze is missing here: units are not checked.')
    check(`systemd: ${unit.slice(work.length + 1)}`, `${stdout}${stderr}`.trim() || undefined)
  }
}

function checkProxies() {
  const nginx = debianProgram('nginx', 'nginx')
  const [key, certificate] = [join(work, 'key.pem'), join(work, 'certificate.pem')]
  const subject = ['-subj', '/CN=crm.example.com', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate]
  const made = faultOf('openssl', ['req', '-x509', '-nodes', '-days', '2', ...subject])
  if (made) throw new Error(made)
  const site = readFileSync(deploy('nginx/ruam.conf'), 'utf8')
    .replace(/\S+fullchain\.pem/, certificate)
    .replace(/\S+privkey\.pem/, key)
    .replaceAll('/var/log/nginx', work)
    // Ports that need no rights.
    .replaceAll(':80;', ':18080;')
    .replaceAll('listen 80;', 'listen 18080;')
    .replaceAll(':443 ', ':18443 ')
    .replaceAll('listen 443 ', 'listen 18443 ')
  const config = `pid ${work}/nginx.pid;\nerror_log ${work}/error.log;\nevents {}\nhttp {\n${site}\n}\n`
  writeFileSync(join(work, 'nginx.conf'), config)
  mkdirSync(join(work, 'logs'), { recursive: true })
  check('nginx -t', faultOf(nginx, ['-t', '-p', work, '-c', join(work, 'nginx.conf'), '-e', join(work, 'error.log')]))
  const caddy = debianProgram('caddy', 'caddy')
  cpSync(deploy('caddy/Caddyfile'), join(work, 'Caddyfile'))
  const validate = ['validate', '--adapter', 'caddyfile', '--config', join(work, 'Caddyfile')]
  const home = { XDG_DATA_HOME: work, XDG_CONFIG_HOME: work }
  check('caddy validate', faultOf(caddy, validate, home))
  const compose = { ...home, SITE: 'http://localhost', UPSTREAMS: 'api:3000' }
  check('caddy validate, as in compose.yml', faultOf(caddy, validate, compose))
}

async function checkKubernetes() {
  const all = manifests()
  check(`kubernetes: ${all.length} manifests`, (await manifestFaults(all)).join('\n') || undefined)
  const deployment = all.find(({ kind }) => kind === 'Deployment')!
  const misspelt = JSON.parse(JSON.stringify(deployment).replace('"readinessProbe"', '"readynessProbe"')) as Manifest
  check('kubernetes: a misspelt field fails', (await manifestFaults([misspelt])).length > 0 ? undefined : 'It passed.')
}

try {
  checkPrometheus()
  checkUnits()
  checkProxies()
  await tryProxies(join(work, 'proxies'), check)
  await checkKubernetes()
  check('create-database.sh', faultOf('sh', ['-n', deploy('compose/create-database.sh')]))
} finally {
  rmSync(work, { recursive: true, force: true })
}
if (failures.length > 0) {
  console.error(`Failed: ${failures.join('; ')}`)
  process.exitCode = 1
}
