import { expect, test } from 'vitest'
import { anchorsOf } from './anchors.ts'

test('the parts of a page are found by their words', () => {
  expect(anchorsOf(['Your rights', 'Cookies & storage'])).toEqual(['your-rights', 'cookies-and-storage'])
})

test('parts of one name, without Latin letters, or named like a part of the page itself are told apart', () => {
  expect(anchorsOf(['Data', 'Data', 'Данные', '数据', 'Roles', 'Main'])).toEqual([
    ...['data', 'data-2', 'part-3', 'part-4', 'roles-5', 'main-6'],
  ])
  expect(anchorsOf(['Data 3', 'Data', 'Data'])).toEqual(['data-3', 'data', 'data-4'])
})
