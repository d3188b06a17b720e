// `npm run verify documents`: an operator who types the commands of README.md and docs/operations.md in their order, in an empty directory.
// A step that is missing in `steps.ts` fails, so that no command is left untried without a reason.
import { commandsOf } from './commands.ts'
import { openScene } from './scene.ts'
import { type Step, stepsOf } from './steps.ts'

/** README's other commands are those of contributors, or follow in operations.md. */
const commands = [
  ...commandsOf('README.md').filter(({ section }) => section === 'Start'),
  ...commandsOf('docs/operations.md'),
]
const scene = openScene()
const steps = stepsOf(scene)
const results: { document: string; section: string; command: string; result: string; seconds: number }[] = []

const stepFor = (text: string): Step | undefined => steps.find(({ starts }) => text.startsWith(starts))?.step

try {
  for (const { document, section, text } of commands) {
    const step = stepFor(text)
    const command = text.split('\n')[0]!.slice(0, 80)
    const start = performance.now()
    let result = 'passed'
    if (step === undefined) result = 'FAILED: unknown to tools/documents/steps.ts'
    else if (typeof step === 'string') result = `left: ${step}`
    else
      await step(text).catch((error: Error) => {
        result = `FAILED: ${error.message}`
      })
    const seconds = Math.round((performance.now() - start) / 1000)
    console.log(
      `${result.startsWith('FAILED') ? 'FAILED' : result.split(':')[0]!.padEnd(6)} ${section}: ${command} (${seconds} s)`,
    )
    if (result.startsWith('FAILED')) console.log(result)
    results.push({ document, section, command, result, seconds })
  }
} finally {
  await scene.close()
}
const count = (word: string) => results.filter(({ result }) => result.startsWith(word)).length
console.log(`${count('passed')} passed, ${count('left')} left, ${count('FAILED')} failed.`)
for (const { section, command, result } of results.filter((one) => one.result.startsWith('left')))
  console.log(`${section}: ${command}: ${result}`)
// The S3 server would keep this process.
process.exit(count('FAILED') > 0 ? 1 : 0)
