import type * as t from '@babel/types'
import { endOf, forEachBound, forEachChild, isFunction, isTypeOnly, type Node, startOf } from './ast.ts'
import type { Edits } from './edits.ts'
import { compileEnum, type EnumValues, memberName } from './enums.ts'
import { compileMember, refuseInNamespace } from './exported.ts'
import { Refusal } from './failure.ts'
import { lexicalNames, varNames } from './names.ts'
import { resolveReferences } from './scope.ts'
import { freshName, identifierEnd } from './trivia.ts'

/** Where a list of statements stands: decides how an enum or namespace in it is declared. */
type Container =
  | { kind: 'top' }
  | { kind: 'block' }
  | { kind: 'namespace'; param: string; group: string; block: t.TSModuleBlock }

interface Block {
  param: string
  /** Names declared in the block itself. */
  own: Set<string>
  /** Variables that live on the namespace object. */
  variables: Set<string>
  group: string
}

interface EnumScope {
  param: string
  members: Set<string>
}

/**
 * Turns enums and namespaces into functions that fill an object. Exported variables of a namespace live on that
 * object, so they are live for everyone; inside, their names become `N.name`.
 */
export function compileNamespaces(program: t.Program, edits: Edits): void {
  const compiler = new Compiler(program, edits)
  if (compiler.any) compiler.run()
}

class Compiler {
  /** Whether the program has an enum or a namespace at all. */
  readonly any: boolean
  /** Exported names by namespace: blocks of one name share them. */
  private readonly groups = new Map<string, Set<string>>()
  private readonly blocks = new Map<Node, Block>()
  private readonly enums = new Map<Node, EnumScope>()
  private readonly constants = new Map<string, EnumValues>()

  constructor(
    private readonly program: t.Program,
    private readonly edits: Edits,
  ) {
    this.any = /\b(?:enum|namespace|module)\b/.test(edits.source)
  }

  run(): void {
    this.collect(this.program.body, '')
    this.list(this.program.body, { kind: 'top' })
    if (this.blocks.size === 0 && this.enums.size === 0) return
    const references = resolveReferences(this.program, (node) => this.extraNames(node))
    for (const { id, shorthand, scope } of references) {
      const object = scope && this.ownerOf(scope.node, id.name)
      if (!object) continue
      const start = startOf(id)
      const end = identifierEnd(this.edits.source, start)
      this.edits.overwrite(start, end, `${shorthand ? `${id.name}: ` : ''}${object}.${id.name}`)
    }
  }

  /** The object that a name of a scope lives on, if it does. */
  private ownerOf(node: Node, name: string): string | null {
    const inEnum = this.enums.get(node)
    if (inEnum?.members.has(name)) return inEnum.param
    const block = this.blocks.get(node)
    if (!block) return null
    return block.variables.has(name) || !block.own.has(name) ? block.param : null
  }

  private extraNames(node: Node): Iterable<string> {
    const inEnum = this.enums.get(node)
    if (inEnum) return inEnum.members
    const block = this.blocks.get(node)
    return (block && this.groups.get(block.group)) ?? []
  }

  private collect(statements: readonly Node[], prefix: string): void {
    for (const statement of statements) {
      let node = inner(statement)
      let group = prefix
      while (node?.type === 'TSModuleDeclaration' && !isTypeOnly(node) && node.id.type === 'Identifier') {
        group = `${group}.${node.id.name}`
        const names = this.groups.get(group) ?? new Set<string>()
        this.groups.set(group, names)
        const body: Node = node.body
        if (body.type === 'TSModuleBlock') {
          for (const member of body.body)
            if (member.type === 'ExportNamedDeclaration' && member.declaration)
              lexicalAndVar(member.declaration, (name) => names.add(name))
          this.collect(body.body, group)
          break
        }
        if (body.type === 'TSModuleDeclaration' && body.id.type === 'Identifier') names.add(body.id.name)
        node = body
      }
    }
  }

  /** One list of statements: enums and namespaces of one name in it merge. */
  private list(statements: readonly Node[], container: Container): void {
    const seen = new Map<string, EnumValues>()
    for (const statement of statements) {
      const node = inner(statement)
      if (node?.type === 'FunctionDeclaration' && node.id) seen.set(node.id.name, new Map())
    }
    for (const statement of statements) {
      const node = inner(statement)
      if (node?.type === 'ClassDeclaration' && node.id) seen.set(node.id.name, new Map())
      if (node?.type === 'TSEnumDeclaration' && !isTypeOnly(node)) this.enum(node, statement, container, seen)
      else if (node?.type === 'TSModuleDeclaration' && !isTypeOnly(node))
        this.namespace(node, statement, container, seen)
      else this.nested(statement)
    }
  }

  private readonly nested = (node: Node): void => {
    if (isTypeOnly(node)) return
    if (node.type === 'BlockStatement' || node.type === 'StaticBlock') this.list(node.body, { kind: 'block' })
    else if (node.type === 'SwitchCase') {
      if (node.test) this.nested(node.test)
      this.list(node.consequent, { kind: 'block' })
    } else forEachChild(node, this.nested)
  }

  private enum(
    node: t.TSEnumDeclaration,
    statement: Node,
    container: Container,
    seen: Map<string, EnumValues>,
  ): void {
    const { name } = node.id
    const values: EnumValues = new Map(seen.get(name))
    const { assign, target } = this.place(name, statement, node, container, seen)
    const members = new Set([...values.keys(), ...node.members.map(memberName)])
    this.enums.set(node, { param: name, members })
    compileEnum(
      node,
      { assign, target, param: name },
      values,
      (other) => seen.get(other) ?? this.constants.get(other),
      this.edits,
    )
    seen.set(name, values)
    this.constants.set(name, values)
    for (const member of node.members) if (member.initializer) this.nested(member.initializer)
  }

  /** How an enum or namespace is declared at its place, and what it adds to. */
  private place(
    name: string,
    statement: Node,
    node: Node,
    container: Container,
    seen: Map<string, EnumValues>,
  ): { assign: string; target: string } {
    const again = seen.has(name)
    if (container.kind === 'top') {
      // The name may be exported once only, where a module keeps the keyword.
      if (again && statement !== node) this.edits.blank(startOf(statement), startOf(node))
      return { assign: `var ${name} =`, target: again ? name : '{}' }
    }
    const local = again ? `${name} =` : `let ${name} =`
    if (container.kind === 'block' || statement === node)
      return { assign: local, target: again ? name : '{}' }
    this.edits.blank(startOf(statement), startOf(node))
    const property = `${container.param}.${name}`
    return { assign: `${local} ${property} =`, target: `${property} ?? {}` }
  }

  private namespace(
    node: t.TSModuleDeclaration,
    statement: Node,
    container: Container,
    seen: Map<string, EnumValues>,
  ): void {
    if (node.id.type !== 'Identifier') return
    const { name } = node.id
    const { assign, target } = this.place(name, statement, node, container, seen)
    seen.set(name, new Map(seen.get(name)))
    let param = this.paramFor(node, name)
    let group = `${container.kind === 'namespace' ? container.group : ''}.${name}`
    let head = `${assign} ((${param}) => {`
    let tail = `return ${param} })(${target});`
    let body: Node = node.body
    while (body.type === 'TSModuleDeclaration' && body.id.type === 'Identifier') {
      const property = `${param}.${body.id.name}`
      param = this.paramFor(body, body.id.name)
      group = `${group}.${body.id.name}`
      head += ` ${property} = ((${param}) => {`
      tail = `return ${param} })(${property} ?? {});${tail}`
      body = body.body
    }
    if (body.type !== 'TSModuleBlock') throw new Refusal('This namespace has no body.', startOf(node))
    const own = new Set<string>()
    const variables = new Set<string>()
    lexicalNames(body.body, (id) => own.add(id.name))
    for (const member of body.body) {
      varNames(member, (id) => own.add(id.name))
      const declaration = member.type === 'ExportNamedDeclaration' ? member.declaration : null
      if (!declaration || isTypeOnly(declaration)) continue
      if (declaration.type === 'VariableDeclaration')
        for (const { id } of declaration.declarations) forEachBound(id, (bound) => variables.add(bound.name))
      if (declaration.type === 'FunctionDeclaration' && declaration.id)
        head += ` ${param}.${declaration.id.name} = ${declaration.id.name};`
    }
    this.blocks.set(body, { param, own, variables, group })
    this.edits.overwrite(startOf(node), startOf(body) + 1, head)
    this.edits.overwrite(endOf(body) - 1, endOf(body), ` ;${tail}`)
    for (const member of body.body) {
      refuseInNamespace(member)
      compileMember(member, param, this.edits)
    }
    this.list(body.body, { kind: 'namespace', param, group, block: body })
  }

  /** The name itself, unless something inside has it. */
  private paramFor(node: Node, name: string): string {
    let taken = false
    const visit = (child: Node): void => {
      if (taken || isTypeOnly(child)) return
      const add = (id: t.Identifier): void => {
        taken ||= id.name === name
      }
      if (isFunction(child)) for (const param of child.params) forEachBound(param, add)
      if (child.type === 'VariableDeclarator') forEachBound(child.id, add)
      if (child.type === 'CatchClause' && child.param) forEachBound(child.param, add)
      lexicalNames([child], add)
      forEachChild(child, visit)
    }
    forEachChild(node, (child, key) => {
      if (key === 'body') visit(child)
    })
    return taken ? freshName(this.edits.source, `${name}_`) : name
  }
}

/** The declaration in a statement, `export` in front or not. */
function inner(statement: Node): Node | null {
  return statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? null) : statement
}

function lexicalAndVar(declaration: Node, add: (name: string) => void): void {
  lexicalNames([declaration], (id) => add(id.name))
  varNames(declaration, (id) => add(id.name))
}
