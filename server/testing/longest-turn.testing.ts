/**
 * Processor time of the longest turn of the event loop while `work` is done, in milliseconds. It counts neither other processes nor
 * waiting, so a busy machine is no slow reader.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let going = true
  let last = process.threadCpuUsage()
  const turn = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1000)
    last = now
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  // A refusal is an answer, too.
  await work().catch(() => {})
  await new Promise((resolve) => setImmediate(resolve))
  going = false
  return longest
}
