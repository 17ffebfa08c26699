import type { ViewDayView } from '@portfolio/contracts';
import { Interpolation, LineChart } from 'chartist';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../../app/format-number.ts';
import styles from './visits.module.css';

/** Number of days with a label; fewer fit on a phone. */
const maxLabels = () => (matchMedia('(max-width: 40rem)').matches ? 4 : 6);

export interface VisitChartProps {
  days: ViewDayView[];
  /** Short name of a day, such as `14 Mar`. */
  nameOf: (day: string) => string;
}

/** Lines of views and visitors. Screen readers get the table instead. */
export function VisitChart({ days, nameOf }: VisitChartProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const every = Math.ceil(days.length / maxLabels());
    const chart = new LineChart(
      element.current,
      {
        labels: days.map(({ day }, index) => (index % every === 0 ? nameOf(day) : '')),
        series: [
          { name: 'views', data: days.map(({ views }) => views) },
          { name: 'visitors', className: styles.visitors, data: days.map(({ visitors }) => visitors) },
        ],
      },
      {
        low: 0,
        fullWidth: true,
        showPoint: false,
        lineSmooth: Interpolation.none(),
        chartPadding: { top: 10, right: 24, bottom: 0, left: 0 },
        axisX: { showGrid: false },
        axisY: { onlyInteger: true, offset: 60, labelInterpolationFnc: (label) => formatNumber(Number(label)) },
        series: { views: { showArea: true } },
        classNames: {
          chart: styles.svg,
          line: styles.line,
          area: styles.area,
          grid: styles.grid,
          label: styles.label,
          vertical: styles.vertical,
        },
      },
    );
    return () => {
      chart.detach();
    };
  }, [days, nameOf]);
  return <div ref={element} className={styles.chart} aria-hidden="true" />;
}
