import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedFiles } from './changed-files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ruam-changed-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFileSync(join(root, file), text)

function git(...args: string[]) {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'core.hooksPath=/dev/null']
  // A hook of git sets these for the repository that it runs in.
  const { GIT_DIR: _dir, GIT_INDEX_FILE: _index, GIT_WORK_TREE: _tree, ...env } = process.env
  execFileSync('git', [...who, ...args], { cwd: root, env, stdio: 'ignore' })
}

test('lists committed, uncommitted and new files of the branch, and none that main changed or the branch deleted', () => {
  git('init', '-b', 'main')
  for (const file of ['kept.ts', 'edited.ts', 'deleted.ts', 'theirs.ts']) write(file, 'before')
  write('.gitignore', 'ignored.ts\n')
  git('add', '-A')
  git('commit', '-m', 'Start')
  git('checkout', '-b', 'feature')
  write('committed.ts', 'new')
  git('add', '-A')
  git('commit', '-m', 'Add')
  git('checkout', 'main')
  write('theirs.ts', 'after')
  git('commit', '-a', '-m', 'Change')
  git('checkout', 'feature')
  write('edited.ts', 'after')
  write('new ชื่อ.ts', 'new')
  write('ignored.ts', 'new')
  rmSync(join(root, 'deleted.ts'))
  expect(changedFiles(root)).toEqual(['committed.ts', 'edited.ts', 'new ชื่อ.ts'])
})

test('returns nothing outside of a git checkout', () => {
  expect(changedFiles(root)).toBeUndefined()
})
