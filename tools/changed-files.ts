import { execFileSync } from 'node:child_process'

const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/**
 * Returns the files that differ from where the branch left `main`, committed, uncommitted or new, without deleted ones. Undefined outside
 * of a git checkout, or without a `main`.
 */
export function changedFiles(root: string): string[] | undefined {
  const base = ['main', 'origin/main'].map((branch) => mergeBase(root, branch)).find((commit) => commit !== undefined)
  if (base === undefined) return undefined
  const files = [
    ...git(root, 'diff', '--name-only', '-z', '--diff-filter=d', base).split('\0'),
    ...git(root, 'ls-files', '--others', '--exclude-standard', '-z').split('\0'),
  ]
  return [...new Set(files)].filter((file) => file !== '').sort()
}

function mergeBase(root: string, branch: string): string | undefined {
  try {
    return git(root, 'merge-base', 'HEAD', branch).trim()
  } catch {
    return undefined
  }
}
