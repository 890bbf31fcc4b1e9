import { type Context, Drop, type Emitter, ForTag, TablerowTag } from 'liquidjs';

/** `{% for %}` in which `forloop.parentloop` is the `forloop` of the loop around it, as in Shopify's Liquid. */
export class NestedFor extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag['render']> {
    const parent = readLoop(context);
    const steps = super.render(context, emitter);
    let step = steps.next();
    while (!step.done) {
      const loop = readLoop(context);
      if (parent && loop && loop !== parent) Object.defineProperty(loop, 'parentloop', { value: parent });
      step = steps.next((yield step.value) as never);
    }
  }
}

/** `{% tablerow %}` that `{% break %}` ends, and of which `{% continue %}` ends a cell. LiquidJS leaves both to the loop around it. */
export class BreakableTablerow extends TablerowTag {
  override *render(context: Context, emitter: Emitter): ReturnType<TablerowTag['render']> {
    const steps = super.render(context, emitter);
    let step = steps.next();
    while (!step.done) {
      const value = yield step.value;
      const ends = context.breakCalled;
      context.breakCalled = false;
      context.continueCalled = false;
      if (ends) {
        emitter.write('</td></tr>');
        context.pop();
        return;
      }
      step = steps.next(value);
    }
  }
}

/** The innermost loop. A template may have a variable of its name. */
function readLoop(context: Context): Drop | undefined {
  const loop = context.getSync(['forloop']);
  return loop instanceof Drop ? loop : undefined;
}
