// Reads the reports of both test runners in one shape.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface Timed {
  file: string
  ms: number
}

export interface Failure {
  file: string
  title: string
  message: string
}

export interface Results {
  passed: number
  failures: Failure[]
  /** Tests that failed first and passed when repeated; counted as passed. */
  flaky: Failure[]
  timed: Timed[]
}

const MESSAGE_LINES = 20

/** As much of a message as says what went wrong; the whole stands where the test failed. */
const shortened = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|<anonymous>)/.test(line))
    .slice(0, MESSAGE_LINES)
    .join('\n')
    .trimEnd()

interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** The results of the file that vitest wrote; undefined when it wrote none. */
export function vitestResults(file: string, root: string): Results | undefined {
  const report = read<VitestReport>(file)
  return (
    report && {
      passed: report.numPassedTests,
      flaky: [],
      failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
        const failed = assertionResults.filter((test) => test.status === 'failed')
        const path = relative(root, name)
        // A file that fails as a whole (its import, a hook) names no test.
        if (failed.length === 0 && status === 'failed')
          return [{ file: path, title: 'the file', message: shortened(message) }]
        return failed.map(({ fullName, failureMessages }) => ({
          file: path,
          title: fullName,
          message: shortened(failureMessages?.[0]),
        }))
      }),
      timed: report.testResults.map(({ name, startTime, endTime }) => ({
        file: relative(root, name),
        ms: endTime - startTime,
      })),
    }
  )
}

interface BrowserSpec {
  title: string
  ok: boolean
  tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[]
}

interface BrowserSuite {
  file: string
  specs: BrowserSpec[]
  suites?: BrowserSuite[]
}

interface BrowserReport {
  stats: { expected: number; flaky: number }
  suites: BrowserSuite[]
}

/** The results of the file that Playwright wrote; undefined when it wrote none. */
export function browserResults(file: string): Results | undefined {
  const report = read<BrowserReport>(file)
  if (!report) return undefined
  const named = (chosen: (spec: BrowserSpec) => boolean) =>
    report.suites.flatMap((suite) => specsOf(suite).filter(chosen).map(failureIn(suite)))
  return {
    passed: report.stats.expected + report.stats.flaky,
    failures: named(({ ok }) => !ok),
    flaky: named(({ tests }) => tests.some(({ status }) => status === 'flaky')),
    timed: report.suites.map((suite) => ({
      file: `e2e/${suite.file}`,
      ms: specsOf(suite)
        .flatMap(resultsOf)
        .reduce((sum, { duration }) => sum + duration, 0),
    })),
  }
}

const failureIn =
  ({ file }: BrowserSuite) =>
  (spec: BrowserSpec): Failure => ({
    file: `e2e/${file}`,
    title: spec.title,
    message: shortened(resultsOf(spec).find(({ error }) => error)?.error?.message),
  })

const specsOf = ({ specs, suites = [] }: BrowserSuite): BrowserSpec[] => [...specs, ...suites.flatMap(specsOf)]

const resultsOf = ({ tests }: BrowserSpec) => tests.flatMap(({ results }) => results)

function read<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
