// Goes before every test file: the process that works it goes on with the next one.
import { afterAll } from 'vitest'
import { endFile } from './end-of-file.testing.ts'

afterAll(endFile)
