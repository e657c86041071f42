// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { hasOwnKeys, isCommandMode, isField } from './targets.ts'

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`${selector} is not there`)
  return found
}

beforeEach(() => {
  document.body.innerHTML = `
    <div id="cell" data-key="e1"><button id="button">copy</button><div role="tree"><div id="row" role="treeitem"></div></div></div>
    <textarea id="text"></textarea><select id="choice"></select>
    <div class="monaco-editor"><div id="inside"></div></div>
    <input id="plain"><input type="search" id="search"><input type="radio" id="radio">
    <input type="range" id="slider">
    <div role="dialog"><button id="in-dialog"></button></div>`
})

it.each([
  ['#text', true],
  ['#choice', true],
  ['#inside', true],
  ['#in-dialog', true],
  ['#plain', true],
  ['#search', true],
  ['#radio', false],
  ['#slider', false],
  ['#button', false],
  ['#cell', false],
  ['body', false],
])('letters belong to %s: %s', (selector, field) => {
  expect(isField(find(selector))).toBe(field)
})

it('arrows belong to what has its own', () => {
  expect(hasOwnKeys(find('#slider'))).toBe(true)
  expect(hasOwnKeys(find('#radio'))).toBe(true)
  expect(hasOwnKeys(find('#row'))).toBe(true)
  expect(hasOwnKeys(find('#button'))).toBe(true)
  expect(hasOwnKeys(find('#cell'))).toBe(false)
})

it('the command mode is a cell itself, or nothing', () => {
  expect(isCommandMode(find('#cell'))).toBe(true)
  expect(isCommandMode(find('body'))).toBe(true)
  expect(isCommandMode(find('#button'))).toBe(false)
})
