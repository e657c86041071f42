/** Where a node has its executable children, in source order: `type: key key`. Nodes without any are not listed. */
const TABLE = `
ArrayExpression: elements
ArrayPattern: elements
ArrowFunctionExpression: params body
AssignmentExpression: left right
AssignmentPattern: left right
AwaitExpression: argument
BinaryExpression: left right
BlockStatement: body
BreakStatement: label
CallExpression: callee arguments
CatchClause: param body
ClassAccessorProperty: key value
ClassBody: body
ClassDeclaration: id superClass body
ClassExpression: id superClass body
ClassMethod: key params body
ClassPrivateMethod: key params body
ClassPrivateProperty: key value
ClassProperty: key value
ConditionalExpression: test consequent alternate
ContinueStatement: label
DoWhileStatement: body test
ExportAllDeclaration: source
ExportDefaultDeclaration: declaration
ExportNamedDeclaration: declaration specifiers source
ExportNamespaceSpecifier: exported
ExportSpecifier: local exported
ExpressionStatement: expression
ForInStatement: left right body
ForOfStatement: left right body
ForStatement: init test update body
FunctionDeclaration: id params body
FunctionExpression: id params body
IfStatement: test consequent alternate
ImportDeclaration: specifiers source
ImportDefaultSpecifier: local
ImportExpression: source options
ImportNamespaceSpecifier: local
ImportSpecifier: imported local
LabeledStatement: label body
LogicalExpression: left right
MemberExpression: object property
MetaProperty: meta property
NewExpression: callee arguments
ObjectExpression: properties
ObjectMethod: key params body
ObjectPattern: properties
ObjectProperty: key value
OptionalCallExpression: callee arguments
OptionalMemberExpression: object property
ParenthesizedExpression: expression
PrivateName: id
Program: body
RestElement: argument
ReturnStatement: argument
SequenceExpression: expressions
SpreadElement: argument
StaticBlock: body
SwitchCase: test consequent
SwitchStatement: discriminant cases
TSAsExpression: expression
TSEnumDeclaration: id members
TSEnumMember: id initializer
TSExportAssignment: expression
TSExternalModuleReference: expression
TSImportEqualsDeclaration: id moduleReference
TSInstantiationExpression: expression
TSModuleBlock: body
TSModuleDeclaration: id body
TSNonNullExpression: expression
TSParameterProperty: parameter
TSQualifiedName: left right
TSSatisfiesExpression: expression
TSTypeAssertion: expression
TaggedTemplateExpression: tag quasi
TemplateLiteral: quasis expressions
ThrowStatement: argument
TryStatement: block handler finalizer
UnaryExpression: argument
UpdateExpression: argument
VariableDeclaration: declarations
VariableDeclarator: id init
WhileStatement: test body
YieldExpression: argument
`

export const CHILD_KEYS: Readonly<Record<string, readonly string[] | undefined>> = Object.fromEntries(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [type = '', keys = ''] = line.split(': ')
      return [type, keys.split(' ')]
    }),
)
