import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { aptInstall } from './apt.ts'

const places = ['/usr/bin/soffice', '/usr/bin/libreoffice', '/opt/libreoffice/program/soffice']

const officePath = () => process.env.SOFFICE_PATH ?? places.find((path) => existsSync(path))

/** LibreOffice on this machine: SOFFICE_PATH, where systems put it, or installed by apt. Throws a sentence that says what to do. */
export function ensureOffice(): string {
  const found = officePath()
  if (found) return found
  console.log('Installing LibreOffice Calc, which reads the workbooks…')
  aptInstall('--no-install-recommends', 'libreoffice-calc')
  const installed = officePath()
  if (!installed)
    throw new Error('This suite needs LibreOffice Calc: install libreoffice-calc, or name soffice in SOFFICE_PATH.')
  return installed
}

/** Options of the export: comma, quote, UTF-8, all lines, displayed cells; days in the file's formats. */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true'

/** Converts the first sheet of a workbook in a folder to CSV there. */
export function convertToCsv(office: string, folder: string, file: string): void {
  const { stdout, stderr } = spawnSync(
    office,
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--norestore',
      '--convert-to',
      CSV,
      '--outdir',
      folder,
      file,
    ],
    { encoding: 'utf8', env: { ...process.env, HOME: folder } },
  )
  // It ends well whatever happens.
  if (!existsSync(file.replace(/\.xlsx$/, '.csv')))
    throw new Error(`LibreOffice could not convert ${file}: ${stdout}${stderr}`)
}
