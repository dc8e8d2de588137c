% Makes the files of Octave of hopkins/read/testdata: as text, as its own binary files and
% as level 4, with what has to be passed over before and behind the tracks. Twelve tracks
% move in seven frames, as place2 in variables_test.go has them.
%
% usage: octave -qf octave.m FOLDER
1;

function [x, y] = place(i, f)
  x = mod(i * 97, 640) + 1.5 * f;
  y = mod(i * 61, 480) + f * mod(i, 3);
end

cd(argv(){1});
N = 12;
F = 7;
W = zeros(2 * F, N);
y = ones(3, N, F);
s = zeros(N, 1);
for i = 0:N - 1
  for f = 0:F - 1
    [px, py] = place(i, f);
    W(2 * f + 1:2 * f + 2, i + 1) = [px; py];
    y(1:2, i + 1, f + 1) = [px; py];
  end
  s(i + 1) = mod(i, 3);
end
x = y;
x(1:2, :, :) /= 100;
width = 640;
height = 480;
c = {1, [2 3], 'x'};
note = 'text';
st.a = 1;
st.b = {1};
z = 1 + 2i;
sp = sparse([1 0; 0 2]);
r = 1:3;
Data.ySparse = y;
Data.visibleSparse = true(N, F);
Data.visibleSparse(3, 5) = false;
Data.GtLabel = int16(s + 1);

save_header_format_string('# Created by Octave');
save('-text', 'octave.txt', 'c', 'note', 'r', 's', 'st', 'sp', 'W', 'z');
save('-binary', 'octave.bin', 'c', 'note', 'r', 's', 'st', 'sp', 'W', 'z');
save('-text', 'octave_hopkins.mat', 'x', 'y', 's', 'width', 'height');
save('-binary', 'octave_data.mat', 'Data');
save('-text', 'octave_data.txt', 'Data');
save('-v4', 'level4.mat', 'note', 'W', 's');
save('-hdf5', 'octave.h5', 'W', 's');
